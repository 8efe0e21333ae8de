/// @file Samples: calls of a communicator whose arrival times are kept, the same ones on all ranks.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "profile/clock.hpp"
#include "schedule/collective.hpp"
#include "text/size_class.hpp"

namespace allfold::profile {

/// A call as observed by one rank.
struct Sample {
  Nanoseconds arrival = 0;   ///< by the rank's own clock
  Nanoseconds duration = 0;  ///< until the call returned
  std::uint32_t number = 0;  ///< its number among the calls of its stratum
  std::uint16_t call_class = 0;
  std::uint8_t stratum = 0;
  bool waits = false;  ///< the call cannot return on this rank before all ranks have arrived
};

/// Keeps all calls until the capacity is reached, and then drops about half of the samples of the
/// stratum that has most.
///
/// All ranks of a communicator make the same calls in the same order, so the n-th call of a stratum
/// is the same call on all ranks. Whether it is kept depends only on n and on earlier calls, so the
/// ranks keep the same calls without communication. Calls are chosen by a hash of n: a fixed stride
/// could meet only every second call of a program that alternates between two calls.
class Samples {
 public:
  /// Number of strata. A stratum is a collective and a size class, so that frequent calls do not
  /// displace rare ones.
  static constexpr std::size_t strata =
      schedule::all_collectives.size() * static_cast<std::size_t>(text::size_classes);

  /// Throws std::bad_alloc. A capacity of 0 keeps no samples.
  explicit Samples(std::size_t capacity);

  /// Lowers the capacity, before the first call: the ranks use the smallest capacity among them.
  void limit(std::size_t capacity);
  /// Adds a call. Sets its `number`.
  void add(Sample sample);

  [[nodiscard]] std::span<const Sample> all() const { return {samples_.get(), size_}; }
  /// Equal on ranks that have kept the same calls; otherwise almost certainly different.
  [[nodiscard]] std::uint32_t digest() const;
  /// Frees unused memory. No further calls are kept.
  void shrink();

 private:
  void thin_out();

  // Not initialised, so that physical memory is used only as samples are added.
  struct Free {
    void operator()(Sample* samples) const { ::operator delete(samples); }
  };
  std::unique_ptr<Sample, Free> samples_;
  std::size_t capacity_;
  std::size_t size_ = 0;
  std::array<std::uint32_t, strata> calls_ = {};
  std::array<std::uint32_t, strata> kept_ = {};
  std::array<std::uint8_t, strata> level_ = {};  ///< one of 2^level calls is kept
};

}  // namespace allfold::profile
