#include "select/written_file.hpp"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

namespace allfold {

std::string write_file(const std::string& name, const std::string& content) {
  namespace fs = std::filesystem;
  std::error_code failure;
  // What is no file, such as a pipe, is written as it is.
  const bool is_file = !fs::exists(name, failure) || fs::is_regular_file(name, failure);
  const std::string draft = is_file ? name + ".part" : name;
  errno = 0;
  std::ofstream file(draft, std::ios::binary);
  file << content;
  file.close();
  std::string problem = file ? "" : std::strerror(errno);
  if (problem.empty() && is_file) {
    fs::rename(draft, name, failure);
    if (failure) problem = failure.message();
  }
  if (!problem.empty() && is_file) fs::remove(draft, failure);
  return problem;
}

}  // namespace allfold
