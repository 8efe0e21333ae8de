/// @file LateRanks: reports if a rank waits long for other ranks.
#pragma once

#include <pthread.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <list>
#include <mutex>

#include "mpi/user/first_of_job.hpp"
#include "node/asked.hpp"

namespace allfold::mpi::record {

/// A rank that waits in a blocking call of the MPI library cannot check the clock, so a thread does
/// that. The thread calls no MPI function and takes no signals. It runs while there are such waits,
/// or they are expected, and some seconds longer; and while a communicator sends messages.
class LateRanks {
 public:
  LateRanks() = default;
  LateRanks(const LateRanks&) = delete;
  LateRanks& operator=(const LateRanks&) = delete;

 private:
  /// Makes the thread check something while an object exists; not if memory is short.
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
    /// `rank` and `ranks`: of the communicator that is being set up. After node::seconds_to_tell,
    /// or some seconds later on ranks other than 0, one process of a job on each node prints a
    /// notice. Not if memory or threads are short.
    Wait(LateRanks& late, int rank, int ranks) noexcept;

   private:
    friend class LateRanks;
    int rank_;
    int ranks_;
    std::uint64_t number_;  ///< of this process's waits
    std::chrono::steady_clock::time_point begun_;
    std::size_t told_ = 0;  ///< how often a notice was due
    Listed<Wait> listed_;
  };

  /// The calls of one communicator in which this rank waits for messages. A call announces its
  /// beginning and its end by a few stores, and the thread detects by itself that one takes long.
  class Calls {
   public:
    /// `rank` and `ranks`: of the communicator. The calls are not checked if memory is short.
    Calls(LateRanks& late, int rank, int ranks) noexcept;
    // Relaxed: only a notice depends on it.
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
    std::atomic<node::Signature> asked_ = node::torn_signature;  ///< torn_signature: no call runs
    std::uint64_t seen_ = 0;  ///< the number of the call that the thread saw last...
    std::chrono::steady_clock::time_point seen_at_;  ///< ...when it saw it first...
    std::size_t told_ = 0;                           ///< ...and how often a notice was due
    Listed<Calls> listed_;
  };

  /// A call in which a rank waits long.
  struct LateCall {
    std::uint64_t number = 0;   ///< equal on all ranks of the communicator
    node::Signature asked = 0;  ///< what it asks for
    int ranks = 0;              ///< of the communicator
    std::size_t told = 0;       ///< how often a notice was due: see node::seconds_to_tell
  };
  /// Prints a line on such a call. One process of a job on each node does, once for each call, and
  /// for a few calls only.
  void tell_of_call(const LateCall& call, const char* notice);

  /// Starts the thread, which takes 30 to 300 µs, for waits of the next seconds; not if memory or
  /// threads are short.
  void expect_waits() noexcept;
  /// Ends the thread. There must be no waits after this.
  void close();

 private:
  void start();
  void watch();
  /// Gives the notices of a wait that are due. Returns when the next one is.
  std::chrono::steady_clock::time_point look_at(Wait& wait);
  /// Checks the running call, if there is one.
  void look_at(Calls& calls);

  std::mutex mutex_;
  std::condition_variable closing_;
  std::list<Wait*> waits_;
  std::list<Calls*> calls_;
  pthread_t thread_ = {};
  enum class Thread { none, runs, has_ended } state_ = Thread::none;
  bool is_closing_ = false;
  std::atomic<std::uint64_t> waits_begun_ = 0;
  user::FewOfJob notices_{"late-ranks"};
  user::FewOfJob notices_of_calls_{"late-in-calls"};
};

}  // namespace allfold::mpi::record
