/// @file A folder for one test, which is removed at the end.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace allfold::system {

class InFolder : public ::testing::Test {
 public:
  InFolder(const InFolder&) = delete;
  InFolder& operator=(const InFolder&) = delete;

 protected:
  InFolder() { std::filesystem::create_directories(folder_); }
  ~InFolder() override {
    std::error_code failure;
    std::filesystem::remove_all(folder_, failure);
  }

  [[nodiscard]] std::string file(const std::string& name) const { return folder_ + '/' + name; }
  /// Makes the folders in which it is, too.
  [[nodiscard]] std::string made(const std::string& name, const std::string& content) const {
    std::filesystem::create_directories(std::filesystem::path(file(name)).parent_path());
    std::ofstream(file(name)) << content;
    return file(name);
  }
  [[nodiscard]] static std::string content_of(const std::string& name) {
    std::ifstream stream(name, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
  }
  /// The number of files, links and folders in it.
  [[nodiscard]] std::ptrdiff_t entries() const {
    return std::distance(std::filesystem::directory_iterator(folder_),
                         std::filesystem::directory_iterator());
  }
  [[nodiscard]] const std::string& folder() const { return folder_; }

 private:
  std::string folder_ = ::testing::TempDir() + "allfold_" + std::to_string(getpid()) + '_' +
                        ::testing::UnitTest::GetInstance()->current_test_info()->name();
};

}  // namespace allfold::system
