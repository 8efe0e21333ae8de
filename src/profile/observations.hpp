/// @file Observations: what one rank observes of the calls on one communicator.
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

/// One call, as one rank saw it.
struct ObservedCall {
  int kind = 0;  ///< Observations::kind()
  std::int64_t bytes = 0;
  const void* caller = nullptr;  ///< null: nobody asked
  Nanoseconds arrival = 0;
  Nanoseconds end = 0;
  bool counts = false;  ///< this rank is the one of the communicator that counts the call
  bool is_in_place = false;
  bool waits = false;  ///< it cannot return here before all ranks have arrived
};

/// Calls follow each other, as MPI has it. Any thread may read at any time.
class Observations {
 public:
  /// More kinds, or kinds and sites, than this are merged.
  static constexpr std::size_t most_classes = 256;
  using Resolve = Site (*)(const void* caller);

  /// `samples`: how many calls are kept with the time of their arrival.
  Observations(std::size_t samples, Resolve resolve);

  /// The number of a kind, for ObservedCall. Takes a lock and memory; throws std::bad_alloc.
  [[nodiscard]] int kind(const Kind& kind);
  /// Without a lock and memory, except for the first call of a class.
  void add(const ObservedCall& call) {
    Place& place = places_[place_of(call)];
    if (place.of == nullptr || place.kind != call.kind || place.caller != call.caller)
      place = found(call);
    count(*place.of, call);
  }

  /// One class, as it is now.
  struct Class {
    Kind kind;
    Site site;
    Counted counted;
  };
  /// In the order of Sample::call_class.
  [[nodiscard]] std::vector<Class> classes() const;
  /// Calls that were counted in a class that is not their own.
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
  /// Where the calls of a kind from one caller were found last.
  struct Place {
    int kind = 0;
    const void* caller = nullptr;
    Counters* of = nullptr;
  };

  [[nodiscard]] static std::size_t place_of(const ObservedCall& call) {
    return (static_cast<std::size_t>(call.kind) +
            (std::bit_cast<std::uintptr_t>(call.caller) >> 2U)) %
           places;
  }
  [[nodiscard]] Place found(const ObservedCall& call);
  [[nodiscard]] Counters& counters_of(int kind, const void* caller);
  void count(Counters& of, const ObservedCall& call);
  /// There is one writer.
  static void increase(Counter& counter, std::int64_t by) {
    counter.store(counter.load(std::memory_order_relaxed) + by, std::memory_order_relaxed);
  }

  static constexpr std::size_t places = 64;
  std::array<Place, places> places_ = {};
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
