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
#include "node/notice_schedule.hpp"

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
    /// What is known of a communicator before it is set up.
    struct For {
      int rank;
      int ranks;
      int first_in_world;  ///< rank in MPI_COMM_WORLD of its rank 0
    };
    /// One process of a job on each node prints a notice: see node::NoticeSchedule. Not if memory
    /// or threads are short.
    Wait(LateRanks& late, For what) noexcept;

   private:
    friend class LateRanks;
    For for_;
    node::NoticeSchedule schedule_;
    /// Ranks cannot agree on more before the set-up, so the same number identifies later waits for
    /// other communicators, too: the destructor allows a notice of these. It must follow that of
    /// `listed_`.
    struct Thing {
      user::FewOfJob& notices;
      std::uint64_t number;
      ~Thing() { notices.forget(number); }
    } thing_;
    Listed<Wait> listed_;
  };

  /// The calls of one communicator in which this rank waits for messages. A call announces its
  /// beginning and its end by a few stores, and the thread detects by itself that one takes long.
  class Calls {
   public:
    /// `communicator` is equal on all of its ranks, and of no other communicator. The calls are not
    /// checked if memory is short.
    Calls(LateRanks& late, std::uint64_t communicator, int rank, int ranks) noexcept;
    // Relaxed: only a notice depends on it.
    void begin(node::Signature asked) {
      number_.store(number_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
      asked_.store(asked, std::memory_order_relaxed);
    }
    void end() { asked_.store(node::torn_signature, std::memory_order_relaxed); }

   private:
    friend class LateRanks;
    std::uint64_t communicator_;
    int rank_;
    int ranks_;
    std::atomic<std::uint64_t> number_ = 0;
    std::atomic<node::Signature> asked_ = node::torn_signature;  ///< torn_signature: no call runs
    std::uint64_t seen_ = 0;         ///< the number of the call that the thread saw last...
    node::NoticeSchedule schedule_;  ///< ...and the notices of it, since the thread saw it first
    Listed<Calls> listed_;
  };

  /// A call in which a rank waits long.
  struct LateCall {
    std::uint64_t communicator = 0;  ///< as for Calls
    std::uint64_t number = 0;        ///< equal on all ranks of the communicator
    node::Signature asked = 0;       ///< what it asks for
  };
  /// Prints a line on such a call. One process of a job on each node does, once for each call, and
  /// for a few calls only. `before` is node::NoticeSchedule::Notice::number.
  void tell_of_call(const LateCall& call, std::size_t before, const char* notice);

  /// Starts the thread, which takes 30 to 300 µs, for waits of the next seconds; not if memory or
  /// threads are short.
  void expect_waits() noexcept;
  /// Ends the thread. There must be no waits after this.
  void close();

 private:
  void start();
  void watch();
  /// Gives the notices of a wait that are due.
  void look_at(Wait& wait);
  /// Checks the running call, if there is one.
  void look_at(Calls& calls);

  std::mutex mutex_;
  std::condition_variable closing_;
  std::list<Wait*> waits_;
  std::list<Calls*> calls_;
  pthread_t thread_ = {};
  enum class Thread { none, runs, has_ended } state_ = Thread::none;
  bool is_closing_ = false;
  user::FewOfJob notices_{"late-ranks"};
  user::FewOfJob notices_of_calls_{"late-in-calls"};
};

}  // namespace allfold::mpi::record
