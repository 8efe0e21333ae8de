/// @file LateRanks: says so when a rank waits long for others.
#pragma once

#include <pthread.h>

#include <chrono>
#include <condition_variable>
#include <list>
#include <mutex>

namespace allfold::mpi {

/// A rank that waits in a blocking call of the MPI library cannot look at the clock. A thread does
/// so for it: it calls nothing of MPI's, takes no signals, and lives while there are such waits or
/// they are expected, and some seconds more.
class LateRanks {
 public:
  LateRanks() = default;
  LateRanks(const LateRanks&) = delete;
  LateRanks& operator=(const LateRanks&) = delete;

  /// One wait of this process for other ranks.
  class Wait {
   public:
    /// `rank` and `ranks` are of the communicator that is set up. After 10 s, or on other ranks
    /// than 0 some seconds later, there is a notice, from one process of a job on a node. Where
    /// memory or threads are short there is none.
    Wait(LateRanks& late, int rank, int ranks) noexcept;
    ~Wait();
    Wait(const Wait&) = delete;
    Wait& operator=(const Wait&) = delete;

   private:
    friend class LateRanks;
    LateRanks& late_;
    int rank_;
    int ranks_;
    std::chrono::steady_clock::time_point notice_at_;
    std::list<Wait*>::iterator place_;
    bool is_listed_ = false;
  };

  /// Waits of the next seconds find the thread made, which takes 30 to 300 µs. Where memory or
  /// threads are short they do not.
  void expect_waits() noexcept;
  /// Ends the thread. No wait comes after this.
  void close();

 private:
  void start();
  void watch();
  void give_notice(const Wait& wait);
  bool is_first_of_job();

  std::mutex mutex_;
  std::condition_variable closing_;
  std::list<Wait*> waits_;
  pthread_t thread_ = {};
  enum class Thread { none, runs, has_ended } state_ = Thread::none;
  bool is_closing_ = false;
  int named_socket_ = -1;  ///< whose name one process of a job can have on a node
};

}  // namespace allfold::mpi
