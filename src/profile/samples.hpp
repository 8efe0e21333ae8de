/// @file Samples: the calls of a communicator whose arrival is kept, the same ones on all ranks.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "profile/clock.hpp"

namespace allfold::profile {

/// A call as one rank saw it.
struct Sample {
  Nanoseconds arrival = 0;   ///< by the rank's own clock
  Nanoseconds duration = 0;  ///< until the call returned
  std::uint32_t number = 0;  ///< among the calls of its stratum
  std::uint16_t call_class = 0;
  std::uint8_t stratum = 0;
  bool waits = false;  ///< the call cannot return here before all ranks have arrived
};

/// Keeps all calls until they are too many, then fewer of the kind of call that is most frequent.
///
/// MPI has all ranks of a communicator make the same calls in one order, so the n-th call of a
/// stratum is the same call everywhere. Whether it is kept depends on n and on what came before,
/// and so the ranks keep the same calls without a word to each other. A fixed stride would meet
/// every second call of a program that alternates, so calls are taken by a hash of n.
class Samples {
 public:
  /// Calls of one collective and size class: rare kinds are not crowded out by frequent ones.
  static constexpr std::size_t strata = 256;

  /// Throws std::bad_alloc. A capacity of 0 keeps nothing.
  explicit Samples(std::size_t capacity);

  /// Of the calls of a rank that were noted, the ranks agree on the smallest capacity; before the
  /// first call.
  void limit(std::size_t capacity);
  /// A call; its number is set here.
  void add(Sample sample);

  [[nodiscard]] std::span<const Sample> all() const { return {samples_.get(), size_}; }
  /// Equal on ranks that have kept the same calls; else most likely not.
  [[nodiscard]] std::uint32_t digest() const;
  /// Gives memory back that no call needs; nothing is added any more.
  void shrink();

 private:
  void thin_out();

  // Not initialised, so that memory is taken as calls are made.
  struct Free {
    void operator()(Sample* samples) const { ::operator delete(samples); }
  };
  std::unique_ptr<Sample, Free> samples_;
  std::size_t capacity_;
  std::size_t size_ = 0;
  std::array<std::uint32_t, strata> calls_ = {};
  std::array<std::uint32_t, strata> kept_ = {};
  std::array<std::uint8_t, strata> level_ = {};  ///< of 2^level calls one is kept
};

}  // namespace allfold::profile
