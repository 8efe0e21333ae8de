/// Whether a user sees the output of a process that a launcher has started.
#include "command/measure/screen.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdlib>

namespace allfold::command::measure {
namespace {

/// A pseudo-terminal without a user.
class Terminal {
 public:
  Terminal() : master_(posix_openpt(O_RDWR | O_NOCTTY)) {
    if (master_ < 0 || grantpt(master_) != 0 || unlockpt(master_) != 0) return;
    end_ = open(ptsname(master_), O_RDWR | O_NOCTTY);
  }
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;
  ~Terminal() {
    close(end_);
    close(master_);
  }
  [[nodiscard]] int end() const { return end_; }

 private:
  int master_;
  int end_ = -1;
};

int status_of(pid_t process) {
  int status = 0;
  waitpid(process, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

[[noreturn]] void tell_screen() {
  setenv("TERM", "xterm", 1);
  const Screen screen = find_screen();
  _exit((screen.shows_errors ? 1 : 0) + (screen.shows_output ? 2 : 0));
}

enum class ReadBy { launcher, another };

/// The result in a process whose standard error is a pipe, started by a launcher with these files.
Screen of_launched(int output, int errors, ReadBy reader = ReadBy::launcher) {
  std::array<int, 2> pipe_ends{};
  if (pipe(pipe_ends.data()) != 0) return {};
  const pid_t launcher = fork();
  if (launcher == 0) {
    dup2(output, STDOUT_FILENO);
    dup2(errors, STDERR_FILENO);
    if (reader == ReadBy::another) close(pipe_ends[0]);
    const pid_t launched = fork();
    if (launched == 0) {
      dup2(pipe_ends[1], STDERR_FILENO);
      tell_screen();
    }
    _exit(status_of(launched));
  }
  const int found = status_of(launcher);
  for (const int each : pipe_ends) close(each);
  return {.shows_errors = (found & 1) != 0, .shows_output = (found & 2) != 0};
}

class ScreenOfLaunched : public testing::Test {
 protected:
  void SetUp() override {
    if (terminal_.end() < 0) GTEST_SKIP() << "no terminals can be made here";
  }
  ~ScreenOfLaunched() override { close(nowhere_); }

  Terminal terminal_;
  int nowhere_ = open("/dev/null", O_RDWR);
};

TEST_F(ScreenOfLaunched, IsThatOfTheLauncher) {
  const Screen both = of_launched(terminal_.end(), terminal_.end());
  EXPECT_TRUE(both.shows_errors);
  EXPECT_TRUE(both.shows_output);
  const Screen errors = of_launched(nowhere_, terminal_.end());
  EXPECT_TRUE(errors.shows_errors);
  EXPECT_FALSE(errors.shows_output) << "results go to a file";
}

TEST_F(ScreenOfLaunched, IsNoneWhereErrorsGoElsewhere) {
  EXPECT_FALSE(of_launched(terminal_.end(), nowhere_).shows_errors);
  const Screen piped = of_launched(terminal_.end(), terminal_.end(), ReadBy::another);
  EXPECT_FALSE(piped.shows_errors) << "another process reads the pipe";
  EXPECT_FALSE(piped.shows_output);
}

}  // namespace
}  // namespace allfold::command::measure
