#include "system/blocked_signals.hpp"

#include <array>
#include <cerrno>
#include <ctime>

namespace allfold::system {

namespace {

constexpr std::array of_writes{SIGXFSZ, SIGPIPE};

sigset_t set_of(int signal) {
  sigset_t set = {};
  sigemptyset(&set);
  sigaddset(&set, signal);
  return set;
}

/// Discards a pending signal. Returns at once if none is pending.
void remove(int signal) {
  const sigset_t set = set_of(signal);
  constexpr timespec no_time = {};
  while (sigtimedwait(&set, nullptr, &no_time) < 0 && errno == EINTR) {
  }
}

}  // namespace

BlockedSignals::BlockedSignals(Which which) : which_(which) {
  sigset_t blocked = {};
  sigemptyset(&blocked);
  if (which == Which::all)
    sigfillset(&blocked);
  else
    for (const int signal : of_writes) sigaddset(&blocked, signal);
  pthread_sigmask(SIG_BLOCK, &blocked, &mask_);
  sigpending(&pending_);
}

BlockedSignals::~BlockedSignals() {
  const int error = errno;
  if (which_ == Which::of_failed_writes)
    for (const int signal : of_writes)
      if (sigismember(&pending_, signal) == 0) remove(signal);
  pthread_sigmask(SIG_SETMASK, &mask_, nullptr);
  errno = error;
}

}  // namespace allfold::system
