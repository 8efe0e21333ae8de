#include "mpi/machine/control_groups.hpp"

#include <algorithm>

#include "mpi/machine/system_files.hpp"
#include "text/format.hpp"

namespace allfold::mpi::machine {

namespace {

void add_lines(std::vector<std::string>& lines, const std::string& groups, std::string group,
               std::string_view file_name) {
  for (;;) {
    const std::string text = text_of_file(text::format("{}{}/{}", groups, group, file_name));
    if (!text.empty()) lines.push_back(text.substr(0, text.find('\n')));
    if (group.empty()) return;
    group.resize(std::min(group.rfind('/'), group.size()));
  }
}

}  // namespace

std::vector<std::string> lines_of_groups(const GroupFile& file, const std::string& root) {
  std::vector<std::string> lines;
  const std::string text = text_of_file(root + "/proc/self/cgroup");
  // "0::/user.slice" in version 2 of control groups, "7:cpuset:/slurm/job_3" in version 1.
  for (std::string_view groups = text; !groups.empty();) {
    const std::string line(take_line(groups));
    const std::size_t controllers = line.find(':');
    const std::size_t path = line.find(':', controllers + 1);
    if (path == std::string::npos) continue;
    const std::string names = line.substr(controllers, path + 1 - controllers);
    const std::string group = line.substr(path + 1) == "/" ? "" : line.substr(path + 1);
    if (names == "::")
      add_lines(lines, root + "/sys/fs/cgroup", group, file.name);
    else if (names == text::format(":{}:", file.controller))
      add_lines(lines, text::format("{}/sys/fs/cgroup/{}", root, file.controller), group,
                file.former_name);
  }
  return lines;
}

}  // namespace allfold::mpi::machine
