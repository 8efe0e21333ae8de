/// @file LateRanks: says so when a rank waits long for others.
#pragma once

#include <pthread.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <list>
#include <mutex>

#include "mpi/first_of_job.hpp"
#include "node/asked.hpp"

namespace allfold::mpi {

/// A rank that waits in a blocking call of the MPI library cannot look at the clock. A thread does
/// so for it: it calls nothing of MPI's, takes no signals, and lives while there are such waits or
/// they are expected, and some seconds more; and as long as a communicator sends messages.
class LateRanks {
 public:
  LateRanks() = default;
  LateRanks(const LateRanks&) = delete;
  LateRanks& operator=(const LateRanks&) = delete;

 private:
  /// Has the thread look at something as long as this lives. Where memory is short nobody looks.
  template <class Waiting>
  class Listed {
   public:
    Listed(LateRanks& late, std::list<Waiting*>& list, Waiting* listed) noexcept;
    ~Listed();
    Listed(const Listed&) = delete;
    Listed& operator=(const Listed&) = delete;

   private:
    LateRanks& late_;
    std::list<Waiting*>& list_;
    typename std::list<Waiting*>::iterator place_;
    bool is_listed_ = false;
  };

 public:
  /// One wait of this process for other ranks.
  class Wait {
   public:
    /// `rank` and `ranks` are of the communicator that is set up. After 10 s, or on other ranks
    /// than 0 some seconds later, there is a notice, from one process of a job on a node. Where
    /// memory or threads are short there is none.
    Wait(LateRanks& late, int rank, int ranks) noexcept;

   private:
    friend class LateRanks;
    int rank_;
    int ranks_;
    std::chrono::steady_clock::time_point notice_at_;
    Listed<Wait> listed_;
  };

  /// The calls of one communicator in which this rank waits for messages. A call says that it begins
  /// and ends by a few stores; the thread sees by itself whether one takes long.
  class Calls {
   public:
    /// `rank` and `ranks` are of the communicator. Where memory is short nobody looks at the calls.
    Calls(LateRanks& late, int rank, int ranks) noexcept;
    // Relaxed: nothing depends on it but a notice.
    void begin(node::Signature asked) {
      number_.store(number_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
      asked_.store(asked, std::memory_order_relaxed);
    }
    void end() { asked_.store(node::torn_signature, std::memory_order_relaxed); }

   private:
    friend class LateRanks;
    int rank_;
    int ranks_;
    std::atomic<std::uint64_t> number_ = 0;
    std::atomic<node::Signature> asked_ = node::torn_signature;  ///< or: no call runs
    std::uint64_t seen_ = 0;                         ///< by the thread, a call's number...
    std::chrono::steady_clock::time_point seen_at_;  ///< ...since when
    Listed<Calls> listed_;
  };

  /// Prints a line on a call in which a rank waits long; one process of a job on a node does, once.
  void tell_of_call(const char* notice);

  /// Waits of the next seconds find the thread made, which takes 30 to 300 µs. Where memory or
  /// threads are short they do not.
  void expect_waits() noexcept;
  /// Ends the thread. No wait comes after this.
  void close();

 private:
  void start();
  void watch();
  void give_notice(const Wait& wait);
  /// Looks at the call that runs, if there is one.
  void look_at(Calls& calls);

  std::mutex mutex_;
  std::condition_variable closing_;
  std::list<Wait*> waits_;
  std::list<Calls*> calls_;
  pthread_t thread_ = {};
  enum class Thread { none, runs, has_ended } state_ = Thread::none;
  bool is_closing_ = false;
  FirstOfJob is_first_{"late-ranks"};
  FirstOfJob is_first_of_calls_{"late-in-calls"};
};

}  // namespace allfold::mpi
