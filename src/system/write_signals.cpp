#include "system/write_signals.hpp"

#include <array>
#include <cerrno>
#include <ctime>

namespace allfold {

namespace {

constexpr std::array signals{SIGXFSZ, SIGPIPE};

sigset_t set_of(int signal) {
  sigset_t set = {};
  sigemptyset(&set);
  sigaddset(&set, signal);
  return set;
}

/// Removes a signal that is pending; does not wait for one.
void remove(int signal) {
  const sigset_t set = set_of(signal);
  constexpr timespec no_time = {};
  while (sigtimedwait(&set, nullptr, &no_time) < 0 && errno == EINTR) {
  }
}

}  // namespace

WriteSignalsBlocked::WriteSignalsBlocked() {
  sigset_t both = {};
  sigemptyset(&both);
  for (const int signal : signals) sigaddset(&both, signal);
  pthread_sigmask(SIG_BLOCK, &both, &mask_);
  sigpending(&pending_);
}

WriteSignalsBlocked::~WriteSignalsBlocked() {
  const int error = errno;
  for (const int signal : signals)
    if (sigismember(&pending_, signal) == 0) remove(signal);
  pthread_sigmask(SIG_SETMASK, &mask_, nullptr);
  errno = error;
}

}  // namespace allfold
