/// @file Compares Allfold's Allreduce with the limits of shared memory.
#pragma once

#include <mpi.h>

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "command/bench/limits.hpp"
#include "command/measure/implementation.hpp"
#include "command/measure/start.hpp"
#include "tuning/paired.hpp"

namespace allfold::command::bench {

/// Seconds of the slowest rank per call. All ranks start each call together; the programs take
/// turns.
struct LimitRow {
  int ranks = 0;
  std::int64_t bytes = 0;
  rules::Interval allfold;
  rules::Interval three_passes;
  rules::Interval copies;
  rules::Interval remote_write;  ///< one vector written to lines that another rank has read
  rules::Interval remote_read;   ///< one vector that another rank has written is read and added
  rules::Interval predicted;     ///< time of the least writes and reads of a rank
  rules::Interval to_predicted;  ///< Allfold over `predicted`, and over the two programs
  rules::Interval to_three_passes;
  rules::Interval to_copies;
};

/// Measures sums of doubles. All members are collective; rows are valid on rank 0 only.
class AgainstLimits {
 public:
  /// `counts` are numbers of elements.
  AgainstLimits(MPI_Comm comm, const measure::Surroundings& surroundings,
                const std::vector<int>& counts);

  /// Measures for about `seconds`. Absent if a signal arrived before enough turns were measured.
  [[nodiscard]] std::optional<LimitRow> measure(int count, double seconds);
  [[nodiscard]] double flag_latency() { return limits_.flag_latency(); }
  /// The signal that ended the last measurement, equal on all ranks, or 0.
  [[nodiscard]] int stopped_by() const { return stopped_by_; }

 private:
  /// Throws measure::Failure unless every element on every rank equals `right`. Overwrites
  /// `result`.
  void check(std::span<double> result, double right) const;
  /// Seconds of this rank, one value per turn.
  struct Samples {
    std::vector<double> allfold = {};
    std::vector<double> three_passes = {};
    std::vector<double> copies = {};
    std::vector<double> remote_write = {};
    std::vector<double> remote_read = {};
  };
  [[nodiscard]] LimitRow row_of(const Samples& slowest, std::size_t bytes) const;
  template <class Work>
  [[nodiscard]] double time(Work work);
  [[nodiscard]] std::vector<double> slowest(const std::vector<double>& own) const;
  [[nodiscard]] bool is_to_go_on(double begin, double seconds, std::size_t turns);

  MPI_Comm comm_;
  measure::Surroundings surroundings_;
  measure::Start start_;
  measure::Implementation native_ = measure::native_implementation();
  std::size_t most_;
  Limits limits_;
  std::vector<double> input_;
  std::vector<double> result_;
  int stopped_by_ = 0;
};

}  // namespace allfold::command::bench
