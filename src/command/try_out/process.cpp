#include "command/try_out/process.hpp"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>

#include "command/loading/environment.hpp"
#include "text/format.hpp"
#include "text/seconds.hpp"

namespace allfold::command::try_out {

namespace {

using Clock = std::chrono::steady_clock;

/// The time for a launcher to end its ranks, and the time after Ctrl-C before it is asked again:
/// mpirun takes a second signal as a request to terminate forcibly.
constexpr double seconds_to_end = 10;
constexpr double seconds_after_interrupt = 5;

class Spawning {
 public:
  Spawning(const Start& start, const Signals& signals) {
    posix_spawn_file_actions_init(&actions_);
    posix_spawnattr_init(&attributes_);
    posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSIGMASK);
    posix_spawnattr_setsigmask(&attributes_, &signals.before());
    posix_spawn_file_actions_adddup2(&actions_, start.input, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions_, start.output, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions_, start.output, STDERR_FILENO);
  }
  Spawning(const Spawning&) = delete;
  Spawning& operator=(const Spawning&) = delete;
  ~Spawning() {
    posix_spawn_file_actions_destroy(&actions_);
    posix_spawnattr_destroy(&attributes_);
  }

  /// Returns 0 or an errno.
  [[nodiscard]] int spawn(const Start& start, pid_t& process) const {
    std::vector<std::string> words = start.words;
    std::vector<std::string> environment = start.environment;
    return posix_spawn(&process, start.file.c_str(), &actions_, &attributes_,
                       loading::pointers_to(words).data(),
                       loading::pointers_to(environment).data());
  }

 private:
  posix_spawn_file_actions_t actions_ = {};
  posix_spawnattr_t attributes_ = {};
};

/// A running process.
class Watch {
 public:
  Watch(pid_t process, const Start& start) : process_(process), timeout_(start.timeout) {}

  /// Whether the process has ended; `end` then says how.
  bool has_ended(End& end) const {
    int status = 0;
    if (waitpid(process_, &status, WNOHANG) != process_) return false;
    end.seconds = elapsed();
    if (asked_to_ == End::How::timed_out || asked_to_ == End::How::stopped)
      end.how = asked_to_;
    else
      end.how = WIFEXITED(status) ? End::How::exited : End::How::killed;
    end.status = WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status);
    end.stopped_by = stopped_by_;
    end.was_paused = was_paused_;
    return true;
  }

  void stop(const Signals::Taken& signal) {
    stopped_by_ = signal.number;
    if (asked_to_ == End::How::stopped) return;
    asked_to_ = End::How::stopped;
    next_ = elapsed();
    if (signal.from == Signals::Taken::From::terminal) next_ += seconds_after_interrupt;
  }

  /// The processes were paused and continue. The pause does not count towards the timeout.
  void go_on() {
    was_paused_ = true;
    timeout_ += timeout_ > 0 ? elapsed() - seen_ : 0;
  }

  /// Sends the signals that are due.
  void act() {
    seen_ = elapsed();
    if (asked_to_ == End::How::exited && timeout_ > 0 && elapsed() >= timeout_) {
      asked_to_ = End::How::timed_out;
      next_ = timeout_;
    }
    if (asked_to_ == End::How::exited || elapsed() < next_) return;
    kill(process_, signal_);
    signal_ = SIGKILL;
    next_ = elapsed() + seconds_to_end;
  }

  [[nodiscard]] double elapsed() const {
    return std::chrono::duration<double>(Clock::now() - begin_).count();
  }
  /// Seconds until act() has something to do, at most one.
  [[nodiscard]] double pause() const {
    double pause = 1;
    if (asked_to_ != End::How::exited)
      pause = std::min(pause, next_ - elapsed());
    else if (timeout_ > 0)
      pause = std::min(pause, timeout_ - elapsed());
    return pause;
  }

 private:
  pid_t process_;
  double timeout_;
  Clock::time_point begin_ = Clock::now();
  End::How asked_to_ = End::How::exited;
  int stopped_by_ = 0;
  int signal_ = SIGTERM;
  double next_ = 0;
  double seen_ = 0;  ///< time of the last call of act()
  bool was_paused_ = false;
};

}  // namespace

std::string text_of(const End& end) {
  switch (end.how) {
    case End::How::exited: return text::format("{}", end.status);
    case End::How::killed: return text::format("signal {}", end.status);
    case End::How::timed_out:
      return text::format("no end within {}", text::rounded_seconds(end.seconds));
    case End::How::stopped: return "stopped";
    case End::How::not_started: break;
  }
  return "not started";
}

std::string text_of_failure(const End& end) {
  if (end.how == End::How::exited) return text::format("exit status {}", end.status);
  if (end.how == End::How::killed) return text::format("ended by {}", text_of(end));
  return text_of(end);
}

End run_process(const Start& start, const Signals& signals,
                const std::function<void(double)>& tick) {
  End end;
  pid_t process = -1;
  const Spawning spawning(start, signals);
  if (end.status = spawning.spawn(start, process); end.status != 0) return end;
  Watch watch(process, start);
  while (!watch.has_ended(end)) {
    const Signals::Taken signal = signals.wait(watch.pause());
    if (signal.number == SIGCONT)
      watch.go_on();
    else if (signal.number != 0 && signal.number != SIGCHLD)
      watch.stop(signal);
    watch.act();
    if (signal.number == 0) tick(watch.elapsed());
  }
  return end;
}

}  // namespace allfold::command::try_out
