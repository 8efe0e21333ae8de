/// @file Watchdog: a signal ends the process even where ranks wait for each other in vain.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace allfold::command::bench {

/// Waits in a thread of its own, asleep, for a noted signal. If it still exists after the time of
/// grace, it says the last words and ends the process with the status of that signal. A launcher
/// ends what it has started without asking again: mpirun of Open MPI one second after SIGTERM.
class Watchdog {
 public:
  /// `last_words` is called in the other thread, with the signal.
  Watchdog(std::chrono::milliseconds grace, std::function<void(int)> last_words);
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;
  ~Watchdog();

 private:
  void watch();

  std::chrono::milliseconds grace_;
  std::function<void(int)> last_words_;
  std::mutex mutex_;
  std::condition_variable change_;
  bool is_over_ = false;
  std::thread thread_;
};

}  // namespace allfold::command::bench
