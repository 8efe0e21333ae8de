#include "command/loading/answer.hpp"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <csignal>
#include <vector>

#include "command/loading/environment.hpp"
#include "system/descriptor.hpp"

namespace allfold::command::loading {

namespace {

constexpr std::size_t most_text = 1 << 20;

/// The file actions of a process to be started.
class Files {
 public:
  explicit Files(int output) {
    posix_spawn_file_actions_init(&actions_);
    posix_spawn_file_actions_addopen(&actions_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions_, output, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions_, output, STDERR_FILENO);
  }
  Files(const Files&) = delete;
  Files& operator=(const Files&) = delete;
  ~Files() { posix_spawn_file_actions_destroy(&actions_); }
  [[nodiscard]] const posix_spawn_file_actions_t* get() const { return &actions_; }

 private:
  posix_spawn_file_actions_t actions_ = {};
};

/// Returns the process ID, or -1.
pid_t start(std::span<const std::string> words, std::span<const std::string> settings, int output) {
  const Files files(output);
  std::vector<std::string> command(words.begin(), words.end());
  std::vector<std::string> environment = environment_with(settings);
  pid_t process = -1;
  const int error = posix_spawn(&process, command.front().c_str(), files.get(), nullptr,
                                pointers_to(command).data(), pointers_to(environment).data());
  return error == 0 ? process : -1;
}

enum class Reading : std::uint8_t { to_the_end, given_up };

/// Reads until all writers have closed the other end of the pipe.
Reading read_all(int input, std::string& text) {
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + std::chrono::seconds(10);
  std::array<char, 4096> buffer = {};
  while (text.size() < most_text) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now());
    pollfd ready{.fd = input, .events = POLLIN, .revents = 0};
    if (left.count() <= 0 || poll(&ready, 1, static_cast<int>(left.count())) <= 0) break;
    const ssize_t length = read(input, buffer.data(), buffer.size());
    if (length <= 0) return Reading::to_the_end;
    text.append(buffer.data(), static_cast<std::size_t>(length));
  }
  return Reading::given_up;
}

}  // namespace

Answer answer_of(std::span<const std::string> words, std::span<const std::string> settings) {
  std::array<int, 2> ends = {};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) return {};
  const system::Descriptor input(ends[0]);
  system::Descriptor output(ends[1]);
  const pid_t process = start(words, settings, output.number());
  static_cast<void>(output.close());
  if (process < 0) return {};
  Answer answer;
  if (read_all(input.number(), answer.text) == Reading::given_up) kill(process, SIGKILL);
  int status = 0;
  if (waitpid(process, &status, 0) == process && WIFEXITED(status))
    answer.status = WEXITSTATUS(status);
  return answer;
}

}  // namespace allfold::command::loading
