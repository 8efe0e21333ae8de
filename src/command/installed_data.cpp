#include "command/installed_data.hpp"

#include <filesystem>

namespace allfold::command {

std::string installed_data() {
  std::error_code failure;
  const auto command = std::filesystem::read_symlink("/proc/self/exe", failure);
  return failure
             ? ""
             : (command.parent_path() / ALLFOLD_DATA_FROM_COMMAND / "allfold").lexically_normal();
}

}  // namespace allfold::command
