/// @file Watchdog: lets a signal end the process even if its ranks are deadlocked.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace allfold::command::bench {

/// Waits for a noted signal in a thread of its own. If the object still exists when the grace
/// period is over, that thread calls `last_words` and ends the process with the exit status of the
/// signal. A launcher kills its processes without a further warning: mpirun of Open MPI one second
/// after SIGTERM.
class Watchdog {
 public:
  /// `last_words` is called with the signal, in the watchdog's thread.
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
