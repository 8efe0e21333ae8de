#include "command/try_out/input.hpp"

#include <poll.h>
#include <sys/eventfd.h>
#include <sys/stat.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "system/blocked_signals.hpp"
#include "text/format.hpp"

namespace allfold::command::try_out {

namespace {

[[noreturn]] void fail(std::string_view what, int error) {
  throw std::runtime_error(
      text::format("standard input: {}: {}; write it to a file, and give it by '< FILE'", what,
                   std::strerror(error)));
}

}  // namespace

Input::Input(std::string file) : file_(std::move(file)) {
  struct stat status = {};
  if (fstat(STDIN_FILENO, &status) != 0 || isatty(STDIN_FILENO) != 0)
    kind_ = Kind::nothing;
  else if (S_ISREG(status.st_mode))
    kind_ = Kind::file;
  else
    kind_ = S_ISFIFO(status.st_mode) || S_ISSOCK(status.st_mode) ? Kind::pipe : Kind::as_it_is;
  if (kind_ == Kind::file) begin_ = lseek(STDIN_FILENO, 0, SEEK_CUR);
  if (kind_ == Kind::nothing) kept_ = system::Descriptor(open("/dev/null", O_RDONLY | O_CLOEXEC));
}

Input::~Input() { ended(); }

int Input::next() {
  if (kind_ == Kind::as_it_is) return STDIN_FILENO;
  if (kind_ == Kind::file) {
    if (lseek(STDIN_FILENO, begin_, SEEK_SET) < 0) fail("cannot be read again", errno);
    return STDIN_FILENO;
  }
  if (kept_.is_open()) {
    if (failure_ != 0) fail("cannot be kept for the next run", failure_);
    if (kind_ == Kind::pipe && lseek(kept_.number(), 0, SEEK_SET) < 0)
      fail("cannot be read again", errno);
    return kept_.number();
  }
  if (kind_ == Kind::nothing) fail("/dev/null cannot be opened", ENOENT);
  kept_ = system::Descriptor(open(file_.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
  std::array<int, 2> ends = {-1, -1};
  is_over_ = system::Descriptor(eventfd(0, EFD_CLOEXEC));
  if (!kept_.is_open() || !is_over_.is_open() || pipe2(ends.data(), O_CLOEXEC) != 0)
    fail("cannot be kept", errno);
  run_end_ = system::Descriptor(ends[0]);
  own_end_ = system::Descriptor(ends[1]);
  // Otherwise a write to a run that reads nothing would block, and the end of the run would go
  // unnoticed.
  fcntl(own_end_.number(), F_SETFL, O_NONBLOCK);
  passes_on_ = std::thread([this] { pass_on(); });
  return run_end_.number();
}

void Input::ended() {
  if (!passes_on_.joinable()) return;
  eventfd_write(is_over_.number(), 1);
  passes_on_.join();
  static_cast<void>(own_end_.close());
  static_cast<void>(run_end_.close());
}

void Input::keep(const char* data, std::size_t bytes) {
  while (bytes > 0) {
    const ssize_t written = write(kept_.number(), data, bytes);
    if (written <= 0 && failure_ == 0) failure_ = written < 0 ? errno : EIO;
    if (failure_ != 0) return;
    data += written;
    bytes -= static_cast<std::size_t>(written);
  }
}

void Input::pass_on() {
  const system::BlockedSignals blocked(system::BlockedSignals::Which::of_failed_writes);
  constexpr std::size_t at_once = 1 << 16;
  std::array<char, at_once> data = {};
  std::string_view left;
  std::array<pollfd, 2> waits{pollfd{.fd = is_over_.number(), .events = POLLIN, .revents = 0}, {}};
  while (true) {
    waits[1] = left.empty() ? pollfd{.fd = STDIN_FILENO, .events = POLLIN, .revents = 0}
                            : pollfd{.fd = own_end_.number(), .events = POLLOUT, .revents = 0};
    if (poll(waits.data(), waits.size(), -1) < 0 && errno != EINTR) return;
    if (waits[0].revents != 0) return;
    if (waits[1].revents == 0) continue;
    if (left.empty()) {
      const ssize_t bytes = read(STDIN_FILENO, data.data(), data.size());
      if (bytes < 0 && (errno == EAGAIN || errno == EINTR)) continue;
      if (bytes <= 0) break;
      left = {data.data(), static_cast<std::size_t>(bytes)};
      keep(left.data(), left.size());
    } else {
      const ssize_t bytes = write(own_end_.number(), left.data(), left.size());
      if (bytes < 0 && errno != EAGAIN && errno != EINTR) return;
      if (bytes > 0) left.remove_prefix(static_cast<std::size_t>(bytes));
    }
  }
  static_cast<void>(own_end_.close());
}

}  // namespace allfold::command::try_out
