/// @file FirstOfJob: what the processes of a job would all say is said by one of them on a node.
#pragma once

#include <mutex>
#include <string_view>

namespace allfold::mpi {

/// One thing that there is to say.
class FirstOfJob {
 public:
  /// `what` lives as long as this.
  explicit FirstOfJob(std::string_view what) : what_(what) {}
  ~FirstOfJob() { close(); }
  FirstOfJob(const FirstOfJob&) = delete;
  FirstOfJob& operator=(const FirstOfJob&) = delete;

  /// Whether this process is the first of its job to ask for this on its node, and asks for the first
  /// time; where that cannot be found out, it is.
  [[nodiscard]] bool is_first();
  /// From now on another process may be.
  void close();

 private:
  std::string_view what_;
  std::mutex mutex_;
  int named_socket_ = -1;  ///< whose name one process of a job can have on a node
};

}  // namespace allfold::mpi
