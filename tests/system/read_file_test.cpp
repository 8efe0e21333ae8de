/// Objects that are not files of a sensible size are refused immediately, with their kind.
#include "system/read_file.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "system/folder.hpp"

namespace allfold::system {
namespace {

constexpr std::size_t most = 1 << 20;

class ReadFile : public InFolder {
 protected:
  static std::string problem(const std::string& name) {
    std::string content;
    return read_file(name, most, content);
  }
};

TEST_F(ReadFile, is_read_as_a_whole) {
  const std::string text(most, 'x');
  std::string content = "of before";
  EXPECT_EQ(read_file(made("file", text), most, content), "");
  EXPECT_TRUE(content == text);
  EXPECT_EQ(read_file(made("empty", ""), most, content), "");
  EXPECT_EQ(content, "");
}

TEST_F(ReadFile, may_be_one_of_the_system_without_a_size) {
  std::string content;
  EXPECT_EQ(read_file("/proc/self/status", most, content), "");
  EXPECT_TRUE(content.starts_with("Name:"));
}

TEST_F(ReadFile, is_not_there) { EXPECT_EQ(problem(file("file")), "No such file or directory"); }

TEST_F(ReadFile, is_a_folder) { EXPECT_EQ(problem(folder()), "it is a folder"); }

TEST_F(ReadFile, is_a_pipe_that_nobody_writes_to) {
  ASSERT_EQ(mkfifo(file("pipe").c_str(), 0600), 0);
  EXPECT_EQ(problem(file("pipe")), "not a regular file");
}

TEST_F(ReadFile, is_a_device_without_an_end) {
  EXPECT_EQ(problem("/dev/zero"), "not a regular file");
}

TEST_F(ReadFile, is_too_large) {
  EXPECT_EQ(problem(made("larger", std::string(most + 1, 'x'))), "larger than 1 MiB");
  const std::string huge = made("huge", "");
  std::filesystem::resize_file(huge, std::uintmax_t{1} << 30);  // all of it a hole
  EXPECT_EQ(problem(huge), "larger than 1 MiB");
  rusage usage = {};
  ASSERT_EQ(getrusage(RUSAGE_SELF, &usage), 0);
  constexpr long half_a_gibibyte = 512L << 10;  // in KiB
  EXPECT_LT(usage.ru_maxrss, half_a_gibibyte);
}

}  // namespace
}  // namespace allfold::system
