/// @file A contest of three ways to go through two vectors and write one.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "cases.hpp"

namespace allfold::bench {

/// Seconds for one vector.
struct Times {
  double allfold = 0;
  double triad = 0;
  std::optional<double> mpi;  ///< none where the MPI library refuses
};

class Contest {
 public:
  /// Allocates for the longest vectors and touches all.
  Contest();

  /// The contestants take turns, so that noise hits all alike; every second sample is in the
  /// opposite order. What is reduced is new each time: a branch that was predicted because the same
  /// vector had been reduced before would flatter scalar code.
  [[nodiscard]] std::vector<Times> samples(const Case& c, int count);

 private:
  [[nodiscard]] double allfold_time(const Case& c);
  [[nodiscard]] double mpi_time(const Case& c);
  [[nodiscard]] double triad_time(const Case& c);
  [[nodiscard]] bool mpi_serves(const Case& c) const;
  void renew_right(const Case& c) const;

  struct Free {
    void operator()(std::byte* memory) const;
  };
  struct Vector {
    std::unique_ptr<std::byte, Free> memory;
    std::byte* data;
  };
  [[nodiscard]] static Vector allocated(int number);

  Vector left_;
  Vector right_;
  Vector fresh_right_;
  Vector a_;
  Vector b_;
  Vector c_;
  double clock_seconds_;  ///< that a measurement of nothing takes
};

/// The middle of the samples: Allfold's median, and the others by the medians of their ratios to
/// it, which are steadier than their own.
[[nodiscard]] Times middle(const std::vector<Times>& samples);

}  // namespace allfold::bench
