#include "command/bench/watchdog.hpp"

#include <unistd.h>

#include <utility>

#include "command/measure/stopping.hpp"
#include "system/blocked_signals.hpp"

namespace allfold::command::bench {

Watchdog::Watchdog(std::chrono::milliseconds grace, std::function<void(int)> last_words)
    : grace_(grace), last_words_(std::move(last_words)) {
  // Signals must arrive in the measuring thread.
  const system::BlockedSignals blocked(system::BlockedSignals::Which::all);
  thread_ = std::thread([this] { watch(); });
}

Watchdog::~Watchdog() {
  {
    const std::scoped_lock lock(mutex_);
    is_over_ = true;
  }
  change_.notify_one();
  measure::wake();
  thread_.join();
}

void Watchdog::watch() {
  measure::wait_for_signal();
  std::unique_lock lock(mutex_);
  if (change_.wait_for(lock, grace_, [this] { return is_over_; })) return;
  const int signal = measure::noted_signal();
  last_words_(signal);
  _exit(measure::status_of_signal(signal));
}

}  // namespace allfold::command::bench
