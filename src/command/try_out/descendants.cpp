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

/// Absent if it has ended (proc(5), /proc/pid/stat).
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

}  // namespace

Descendants::Descendants() {
  older_ = alive();
  prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
}

Descendants::~Descendants() { prctl(PR_SET_CHILD_SUBREAPER, 0, 0, 0, 0); }

// What a daemon starts may have become a child of this process, and is known by the daemon's session.
bool Descendants::is_older(const Process& process) const {
  const pid_t own_session = getsid(0);
  return std::ranges::any_of(older_, [&](const Process& other) {
    return other.is(process) || (other.session == process.session && other.session != own_session);
  });
}

std::vector<Process> Descendants::alive() const {
  const std::vector<Process> all = all_processes();
  std::vector<Process> found;
  std::vector<pid_t> parents{getpid()};
  while (!parents.empty()) {
    const pid_t parent = parents.back();
    parents.pop_back();
    for (const Process& process : all)
      if (process.parent == parent && !is_older(process)) {
        found.push_back(process);
        parents.push_back(process.number);
      }
  }
  return found;
}

}  // namespace allfold::command::try_out
