#include "command/installed_rules.hpp"

#include <filesystem>

namespace allfold::command {

std::string installed_rules() {
  std::error_code failure;
  const auto command = std::filesystem::read_symlink("/proc/self/exe", failure);
  return failure ? ""
                 : (command.parent_path() / ALLFOLD_DATA_FROM_COMMAND / "allfold/rules.json")
                       .lexically_normal();
}

}  // namespace allfold::command
