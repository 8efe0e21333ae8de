/// @file Folder: a temporary folder, removed by the destructor.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string>

#include "system/written_file.hpp"
#include "text/format.hpp"

namespace allfold::bench {

/// A new folder for temporary files. Throws std::runtime_error if files cannot be written.
class Folder {
 public:
  Folder() {
    std::string name = std::filesystem::temp_directory_path() / "allfold-simulate-XXXXXX";
    if (mkdtemp(name.data()) == nullptr)
      throw std::runtime_error(text::format("there can be no folder {}", name));
    path_ = name;
  }
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  [[nodiscard]] std::string file(const std::string& name) const { return path_ / name; }
  std::string write(const std::string& name, const std::string& text) const {
    if (const std::string problem = system::write_file(file(name), text); !problem.empty())
      throw std::runtime_error(text::format("cannot write {}: {}", file(name), problem));
    return file(name);
  }

 private:
  std::filesystem::path path_;
};

}  // namespace allfold::bench
