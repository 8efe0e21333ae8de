/// @file FirstOfJob: lets one process of a job on each node report what all of them would report.
#pragma once

#include <mutex>
#include <string_view>

namespace allfold::mpi {

/// One thing to report.
class FirstOfJob {
 public:
  /// `what` must outlive this.
  explicit FirstOfJob(std::string_view what) : what_(what) {}
  ~FirstOfJob() { close(); }
  FirstOfJob(const FirstOfJob&) = delete;
  FirstOfJob& operator=(const FirstOfJob&) = delete;

  /// Whether this process is the first of its job on its node to ask, and asks for the first time.
  /// True if that cannot be determined.
  [[nodiscard]] bool is_first();
  /// Allows another process to be the first.
  void close();

 private:
  std::string_view what_;
  std::mutex mutex_;
  int named_socket_ = -1;  ///< bound to a name that one process of a job can have on a node
};

}  // namespace allfold::mpi
