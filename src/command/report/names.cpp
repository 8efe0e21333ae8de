#include "command/report/names.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <string_view>

#include "command/sizes.hpp"
#include "system/descriptor.hpp"
#include "text/format.hpp"

namespace allfold::command::report {

namespace {

std::string file_name_in(const std::string& path) {
  return path.substr(path.find_last_of('/') + 1);
}

/// What a program prints; "" where it cannot be started.
std::string output_of(const std::array<const char*, 7>& words) {
  std::array<int, 2> ends = {};
  if (pipe(ends.data()) != 0) return "";
  const system::Descriptor in(ends[0]);
  system::Descriptor out(ends[1]);
  const pid_t child = fork();
  if (child < 0) return "";
  if (child == 0) {
    dup2(ends[1], STDOUT_FILENO);
    close(STDERR_FILENO);
    execvp(words[0], const_cast<char* const*>(words.data()));
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

/// Of two lines: the function, and "file:line".
std::string name_by_addr2line(const profile::Site& site) {
  const std::string offset = text::format("{:#x}", site.offset);
  const std::string text =
      output_of({"addr2line", "-fCs", "-e", site.object.c_str(), offset.c_str(), nullptr, nullptr});
  const std::size_t end = text.find('\n');
  if (end == std::string::npos || text.starts_with("??")) return "";
  std::string line = text.substr(end + 1);
  line = line.substr(0, line.find_first_of(" \n"));
  const std::string function = text.substr(0, end);
  const bool is_line_known = !line.empty() && !line.starts_with("??");
  return is_line_known ? text::format("{} at {}", function, line)
                       : text::format("{} in {}", function, file_name_in(site.object));
}

}  // namespace

std::string name_of_size(const profile::Kind& kind) {
  if (kind.size_class == profile::Kind::any_size) return "any size";
  if (kind.size_class == 0) return "0 B";
  const profile::Lengths lengths = profile::lengths_of(kind.size_class);
  return text::format("{} – {}", readable_bytes(lengths.from), readable_bytes(lengths.below - 1));
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

std::string SiteNames::of(const profile::Site& site) {
  std::string& name = known_[site];
  if (!name.empty()) return name;
  name = name_by_addr2line(site);
  if (name.empty() && !site.function.empty())
    name = text::format("{}+{:#x} in {}", site.function, site.function_offset,
                        file_name_in(site.object));
  if (name.empty()) name = text::format("{:#x} in {}", site.offset, file_name_in(site.object));
  return name;
}

}  // namespace allfold::command::report
