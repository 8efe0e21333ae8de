#include "command/try_out/process.hpp"

#include <spawn.h>
#include <unistd.h>

#include "command/loading/environment.hpp"
#include "command/try_out/descendants.hpp"
#include "command/try_out/watch.hpp"
#include "text/format.hpp"
#include "text/seconds.hpp"

namespace allfold::command::try_out {

namespace {

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
  Descendants descendants;
  const Spawning spawning(start, signals);
  if (end.status = spawning.spawn(start, process); end.status != 0) return end;
  Watch watch(process, start.timeout, descendants);
  while (!watch.has_ended(end)) {
    const Signals::Taken signal = signals.wait(watch.pause());
    if (signal.number == SIGCONT)
      watch.go_on();
    else if (signal.number != 0 && signal.number != SIGCHLD)
      watch.stop(signal);
    watch.act();
    if (signal.number == 0 && !watch.is_ending()) tick(watch.elapsed());
  }
  return end;
}

}  // namespace allfold::command::try_out
