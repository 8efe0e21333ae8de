#include "command/try_out/watch.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>

namespace allfold::command::try_out {

namespace {

/// The time for a launcher to end its ranks, and the time after Ctrl-C before it is asked again:
/// mpirun takes a second signal as a request to terminate forcibly.
constexpr double seconds_to_end = 10;
constexpr double seconds_after_interrupt = 5;
/// The time for killed processes to end. It depends on the system only.
constexpr double seconds_to_die = 5;
/// Between two checks of processes that are to end: the end of a grandchild sends no signal.
constexpr double seconds_between_looks = 0.05;

}  // namespace

void Watch::reap() {
  int status = 0;
  for (pid_t ended = 0; (ended = waitpid(-1, &status, WNOHANG)) > 0;)
    if (ended == process_) {
      status_ = status;
      ended_ = elapsed();
    }
}

bool Watch::has_ended(End& end) {
  reap();
  if (!status_ && !is_hopeless()) return false;
  if (is_ending()) {
    const std::vector<Descendants::Process> left = descendants_.alive();
    if (!left.empty() && !is_hopeless()) return false;
    for (const Descendants::Process& process : left) end.left.push_back(process.number);
  }
  const int status = status_.value_or(SIGKILL);
  end.seconds = status_ ? ended_ : elapsed();
  end.how = is_ending() ? asked_to_ : WIFEXITED(status) ? End::How::exited : End::How::killed;
  end.status = WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status);
  end.stopped_by = stopped_by_;
  end.was_paused = was_paused_;
  return true;
}

void Watch::stop(const Signals::Taken& signal) {
  stopped_by_ = signal.number;
  if (is_ending()) return;
  asked_to_ = End::How::stopped;
  ask_from_ = elapsed();
  if (signal.reached == Signals::Taken::Reached::all) ask_from_ += seconds_after_interrupt;
}

void Watch::go_on() {
  was_paused_ = true;
  timeout_ += timeout_ > 0 ? elapsed() - seen_ : 0;
}

void Watch::act() {
  seen_ = elapsed();
  if (!is_ending() && timeout_ > 0 && elapsed() >= timeout_) {
    asked_to_ = End::How::timed_out;
    ask_from_ = timeout_;
  }
  if (!is_ending() || elapsed() < ask_from_) return;
  if (elapsed() < ask_from_ + seconds_to_end)
    ask();
  else
    kill_all();
}

// Asks the processes that a terminal or a shell would ask: those in the group of this process, which
// is also the launcher's. The launcher ends its ranks itself, in order. A process without its parent
// is asked here, since no launcher does that.
void Watch::ask() {
  for (const Descendants::Process& process : descendants_.alive()) {
    if (Descendants::contain(told_, process) ||
        (process.parent != getpid() && process.group != getpgrp()))
      continue;
    kill(process.number, SIGTERM);
    told_.push_back(process);
  }
}

void Watch::kill_all() {
  if (!status_) kill(process_, SIGKILL);
  for (const Descendants::Process& process : descendants_.alive()) kill(process.number, SIGKILL);
}

bool Watch::is_hopeless() const {
  return is_ending() && elapsed() > ask_from_ + seconds_to_end + seconds_to_die;
}

double Watch::elapsed() const {
  return std::chrono::duration<double>(Clock::now() - begin_).count();
}

double Watch::pause() const {
  if (!is_ending()) return timeout_ > 0 ? std::min(1.0, timeout_ - elapsed()) : 1;
  return elapsed() < ask_from_ && !status_ ? std::min(1.0, ask_from_ - elapsed())
                                           : seconds_between_looks;
}

}  // namespace allfold::command::try_out
