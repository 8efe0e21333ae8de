/// @file Observed calls: the calls on one communicator, as one rank observes them.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <deque>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

#include "profile/classes.hpp"
#include "profile/samples.hpp"

namespace allfold::profile {

/// One call as observed by one rank.
struct ObservedCall {
  int kind = 0;  ///< ObservedCalls::kind()
  std::int64_t bytes = 0;
  const void* caller = nullptr;  ///< null if call sites were not requested
  Nanoseconds arrival = 0;
  Nanoseconds end = 0;
  bool counts = false;  ///< this rank counts the call for the communicator
  bool is_in_place = false;
  bool waits = false;  ///< the call cannot return on this rank before all ranks have arrived
};

/// add() is called by one thread at a time, since MPI orders the calls on a communicator. Other
/// threads may read at any time.
class ObservedCalls {
 public:
  /// Limit on the number of kinds, and of pairs of kind and call site. Further ones are merged.
  static constexpr std::size_t most_classes = 256;
  using Resolve = Site (*)(const void* caller);

  /// `samples`: the number of calls whose arrival times are kept.
  ObservedCalls(std::size_t samples, Resolve resolve);

  /// The number of a kind, for ObservedCall. Takes a lock, allocates, and throws std::bad_alloc.
  [[nodiscard]] int kind(const Kind& kind);
  /// Takes no lock and allocates nothing, except for the first call of a class.
  void add(const ObservedCall& call) {
    Bucket& bucket = buckets_[bucket_of(call)];
    if (bucket.of == nullptr || bucket.kind != call.kind || bucket.caller != call.caller)
      bucket = found(call);
    count(*bucket.of, call);
  }

  /// A copy of one class's counters.
  struct Class {
    Kind kind;
    Site site;
    Counted counted;
  };
  /// Indexed by Sample::call_class.
  [[nodiscard]] std::vector<Class> classes() const;
  /// Number of calls that were counted in a merged class.
  [[nodiscard]] std::uint64_t merged_calls() const {
    return merged_.load(std::memory_order_relaxed);
  }
  [[nodiscard]] Samples& samples() { return samples_; }
  [[nodiscard]] const Samples& samples() const { return samples_; }

 private:
  using Counter = std::atomic<std::int64_t>;
  struct Counters {
    std::uint16_t number = 0;
    int kind = 0;
    const void* caller = nullptr;
    Site site;
    Counter calls = 0;
    Counter calls_in_place = 0;
    Counter bytes = 0;
    std::array<Counter, durations> by_duration = {};
  };
  /// Cache entry: the class where calls of this kind from this caller were last counted.
  struct Bucket {
    int kind = 0;
    const void* caller = nullptr;
    Counters* of = nullptr;
  };

  [[nodiscard]] static std::size_t bucket_of(const ObservedCall& call) {
    return (static_cast<std::size_t>(call.kind) +
            (std::bit_cast<std::uintptr_t>(call.caller) >> 2U)) %
           buckets;
  }
  [[nodiscard]] Bucket found(const ObservedCall& call);
  [[nodiscard]] Counters& counters_of(int kind, const void* caller);
  void count(Counters& of, const ObservedCall& call);
  /// Not a read-modify-write operation, since there is only one writer.
  static void increase(Counter& counter, std::int64_t by) {
    counter.store(counter.load(std::memory_order_relaxed) + by, std::memory_order_relaxed);
  }

  static constexpr std::size_t buckets = 64;
  std::array<Bucket, buckets> buckets_ = {};
  Resolve resolve_;
  Samples samples_;
  mutable std::mutex mutex_;
  std::deque<Kind> kinds_;
  std::map<Kind, int> number_of_kind_;
  std::deque<Counters> classes_;
  std::map<std::pair<int, const void*>, Counters*> class_of_;
  std::atomic<std::uint64_t> merged_ = 0;
};

}  // namespace allfold::profile
