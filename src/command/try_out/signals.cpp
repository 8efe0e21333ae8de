#include "command/try_out/signals.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <ctime>

namespace allfold::command::try_out {

namespace {

bool is_ignored(int signal) {
  struct sigaction action = {};
  sigaction(signal, nullptr, &action);
  return action.sa_handler == SIG_IGN;
}

/// A terminal sends its signals to all foreground processes. A shell whose terminal is closed sends
/// SIGHUP to all processes of a job.
bool has_reached_all(const siginfo_t& info) {
  return info.si_code == SI_KERNEL || (info.si_signo == SIGHUP && info.si_pid == getsid(0));
}

timespec timespec_of(double seconds) {
  constexpr double nanoseconds = 1e9;
  const double whole = std::floor(seconds);
  return {.tv_sec = static_cast<time_t>(whole),
          .tv_nsec = static_cast<long>((seconds - whole) * nanoseconds)};
}

}  // namespace

Signals::Signals() {
  sigemptyset(&taken_);
  sigaddset(&taken_, SIGCHLD);
  sigaddset(&taken_, SIGCONT);
  // Batch systems announce their time limit by the last two.
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2})
    if (!is_ignored(signal)) sigaddset(&taken_, signal);
  // While SIGCHLD is ignored, the exit status of a process is lost.
  static_cast<void>(std::signal(SIGCHLD, SIG_DFL));
  sigset_t blocked = taken_;
  sigaddset(&blocked, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &blocked, &before_);
}

// A signal that is still pending now takes its usual effect.
Signals::~Signals() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

Signals::Taken Signals::wait(double seconds) const {
  const timespec time = timespec_of(std::max(seconds, 0.0));
  siginfo_t info = {};
  int signal = -1;
  do {
    signal = sigtimedwait(&taken_, &info, &time);
  } while (signal < 0 && errno == EINTR);
  if (signal < 0) return {};
  return {.number = signal,
          .reached = has_reached_all(info) ? Taken::Reached::all : Taken::Reached::this_process};
}

}  // namespace allfold::command::try_out
