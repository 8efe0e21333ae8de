#include "command/try_out/descendants.hpp"

#include <sys/prctl.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <string>

#include "text/format.hpp"

namespace allfold::command::try_out {

namespace {

namespace fs = std::filesystem;
using Process = Descendants::Process;

/// The process of that number; absent if it has ended. Reads /proc/pid/stat, see proc(5).
std::optional<Process> process_of(const std::string& number) {
  std::string stat;
  std::getline(std::ifstream(text::format("/proc/{}/stat", number)), stat);
  // The name before it, in parentheses, may contain anything.
  const std::size_t end_of_name = stat.rfind(')');
  if (end_of_name == std::string::npos) return std::nullopt;
  std::istringstream fields(stat.substr(end_of_name + 1));
  Process process{.number = std::stoi(number)};
  char state = 'X';
  fields >> state >> process.parent >> process.group >> process.session;
  constexpr int fields_before_begin = 15;
  for (int i = 0; i < fields_before_begin; ++i) {
    std::string field;
    fields >> field;
  }
  fields >> process.begin;
  return !fields || state == 'Z' || state == 'X' ? std::nullopt : std::optional(process);
}

std::vector<Process> all_processes() {
  std::vector<Process> all;
  std::error_code failure;
  for (fs::directory_iterator entry("/proc", failure), end; !failure && entry != end;
       entry.increment(failure)) {
    const std::string name = entry->path().filename();
    if (std::isdigit(static_cast<unsigned char>(name.front())) == 0) continue;
    if (const auto process = process_of(name)) all.push_back(*process);
  }
  return all;
}

/// The descendants of `parent`, without those for which is_left_out() returns true and theirs.
template <class IsLeftOut>
std::vector<Process> descendants_of(pid_t parent, const std::vector<Process>& all,
                                    IsLeftOut is_left_out) {
  std::vector<Process> found;
  std::vector<pid_t> parents{parent};
  while (!parents.empty()) {
    parent = parents.back();
    parents.pop_back();
    for (const Process& process : all)
      if (process.parent == parent && !is_left_out(process)) {
        found.push_back(process);
        parents.push_back(process.number);
      }
  }
  return found;
}

}  // namespace

Descendants::Descendants()
    : older_(descendants_of(getpid(), all_processes(), [](const Process&) { return false; })) {
  prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
}

Descendants::~Descendants() { prctl(PR_SET_CHILD_SUBREAPER, 0, 0, 0, 0); }

bool Descendants::contain(const std::vector<Process>& others, const Process& process) {
  return std::ranges::any_of(others, [&](const Process& other) { return other.is(process); });
}

// A process that a daemon has started may have become a child of this process. Its session tells.
void Descendants::note_older(const std::vector<Process>& all) {
  const pid_t own_session = getsid(0);
  for (std::size_t i = 0; i < older_.size(); ++i) {
    const auto now =
        std::ranges::find_if(all, [&](const Process& process) { return process.is(older_[i]); });
    const bool is_there = now != all.end();
    // The process may have begun a session since it was noted.
    if (is_there) older_[i] = *now;
    const Process older = older_[i];
    for (const Process& process : all)
      if (((is_there && process.parent == older.number) ||
           (process.session == older.session && older.session != own_session)) &&
          !contain(older_, process))
        older_.push_back(process);
  }
}

std::vector<Process> Descendants::alive() {
  const std::vector<Process> all = all_processes();
  note_older(all);
  return descendants_of(getpid(), all,
                        [&](const Process& process) { return contain(older_, process); });
}

}  // namespace allfold::command::try_out
