/// @file Compares three ways to read two vectors and write one.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "cases.hpp"

namespace allfold::bench {

/// Seconds per vector.
struct Times {
  double allfold = 0;
  double triad = 0;
  std::optional<double> mpi;  ///< absent if the MPI library refuses the case
};

class Contest {
 public:
  /// Allocates the longest vectors and touches all of their memory.
  Contest();

  /// Measures all in turns, so that noise affects all alike; every second sample uses the reverse
  /// order. The operands are new each time. Otherwise scalar code would profit from branches that
  /// were predicted because the same vector was reduced before.
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
  double clock_seconds_;  ///< of an empty measurement
};

/// The median sample: Allfold's median, and the others from the medians of their ratios to Allfold,
/// which vary less than their own medians.
[[nodiscard]] Times middle(const std::vector<Times>& samples);

}  // namespace allfold::bench
