#include "command/report/names.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <sstream>
#include <string_view>
#include <vector>

#include "command/sizes.hpp"
#include "system/descriptor.hpp"
#include "text/format.hpp"

namespace allfold::command::report {

namespace {

std::string file_name_in(const std::string& path) {
  return path.substr(path.find_last_of('/') + 1);
}

/// The standard output of a program; "" if it cannot be started.
std::string output_of(const std::vector<std::string>& words) {
  std::vector<char*> arguments;
  arguments.reserve(words.size() + 1);
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  std::array<int, 2> ends = {};
  if (pipe(ends.data()) != 0) return "";
  const system::Descriptor in(ends[0]);
  system::Descriptor out(ends[1]);
  const pid_t child = fork();
  if (child < 0) return "";
  if (child == 0) {
    dup2(ends[1], STDOUT_FILENO);
    close(STDERR_FILENO);
    execvp(arguments[0], arguments.data());
    _exit(1);
  }
  static_cast<void>(out.close());
  std::string text;
  std::array<char, 4096> part = {};
  for (ssize_t got = 0; (got = read(in.number(), part.data(), part.size())) > 0;)
    text.append(part.data(), static_cast<std::size_t>(got));
  waitpid(child, nullptr, 0);
  return text;
}

/// The output of addr2line for an address: the function and "file:line" on two lines. Two more
/// lines follow for the function into which that one was inlined, and so on.
using Lines = std::vector<std::string>;

/// For example "assemble at solver.c:12"; "" if the function is not known.
std::string text_of(const profile::Site& site, const std::string& function, std::string_view line) {
  if (function.starts_with("??")) return "";
  line = line.substr(0, line.find(' '));
  return line.starts_with("??") ? text::format("{} in {}", function, file_name_in(site.object))
                                : text::format("{} at {}", function, line);
}

std::string name_of_site(const profile::Site& site, const Lines& lines) {
  std::vector<std::string> places;
  for (std::size_t i = 0; i + 1 < lines.size(); i += 2)
    if (std::string place = text_of(site, lines[i], lines[i + 1]); !place.empty())
      places.push_back(std::move(place));
  if (places.size() == 1) return places.front();
  if (!places.empty()) return text::format("{}, inlined in {}", places.front(), places.back());
  if (!site.function.empty())
    return text::format("{}+{:#x} in {}", site.function, site.function_offset,
                        file_name_in(site.object));
  return text::format("{:#x} in {}", site.offset, file_name_in(site.object));
}

/// The lines for each of the sites, which all have the same object. The result is shorter if
/// addr2line is not installed or does not know the object.
std::vector<Lines> lines_by_addr2line(const std::vector<const profile::Site*>& sites) {
  std::vector<std::string> words{"addr2line", "-afiCs", "-e", sites.front()->object};
  for (const profile::Site* site : sites) words.push_back(text::format("{:#x}", site->offset));
  std::istringstream text(output_of(words));
  std::vector<Lines> all;
  for (std::string line; std::getline(text, line);) {
    if (line.starts_with("0x"))
      all.emplace_back();
    else if (!all.empty())
      all.back().push_back(std::move(line));
  }
  return all;
}

}  // namespace

std::string name_of_size(const profile::Kind& kind) {
  if (kind.size_class == profile::Kind::any_size) return "any size";
  if (kind.size_class == 0) return "0 B";
  const profile::Lengths lengths = profile::lengths_of(kind.size_class);
  return text::format("{} – {}", readable_bytes(lengths.from), readable_bytes(lengths.below));
}

std::string name_of_ranks(int ranks) {
  if (ranks == 0) return "any ranks";
  return text::format("{} rank{}", ranks, ranks == 1 ? "" : "s");
}

std::string name_of_place(const profile::CommunicatorKind& kind) {
  return kind.ranks_per_node == 0 || kind.ranks <= 1
             ? name_of_ranks(kind.ranks)
             : text::format("{}, {} on a node", name_of_ranks(kind.ranks), kind.ranks_per_node);
}

std::string name_of(const profile::CommunicatorKind& kind) {
  const std::string name = kind.name.empty() ? "unnamed" : kind.name;
  return text::format("{} ({})", name, name_of_place(kind));
}

SiteNames::SiteNames(const std::set<profile::Site>& sites) {
  std::map<std::string, std::vector<const profile::Site*>> by_object;
  for (const profile::Site& site : sites) by_object[site.object].push_back(&site);
  for (const auto& [object, inside] : by_object) {
    std::vector<Lines> lines = lines_by_addr2line(inside);
    lines.resize(inside.size());
    for (std::size_t i = 0; i < inside.size(); ++i)
      known_[*inside[i]] = name_of_site(*inside[i], lines[i]);
  }
}

}  // namespace allfold::command::report
