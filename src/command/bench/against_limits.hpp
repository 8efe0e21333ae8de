/// @file Allfold's Allreduce against what shared memory allows.
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

/// Seconds of the slowest rank, of calls each begun by all ranks together, in turns.
struct LimitRow {
  int ranks = 0;
  std::int64_t bytes = 0;
  rules::Interval allfold;
  rules::Interval three_passes;
  rules::Interval copies;
  rules::Interval remote_write;  ///< of a vector, where another rank has read
  rules::Interval remote_read;   ///< of a vector that another rank has written, with its sum
  rules::Interval predicted;     ///< by these two: what each rank writes and reads at least
  rules::Interval to_predicted;  ///< Allfold over this, and over the two above
  rules::Interval to_three_passes;
  rules::Interval to_copies;
};

/// Sums of doubles. All members are collective; rows are valid on rank 0.
class AgainstLimits {
 public:
  /// `counts` of elements.
  AgainstLimits(MPI_Comm comm, const measure::Surroundings& surroundings,
                const std::vector<int>& counts);

  /// For about so many seconds; absent where a signal came before there were enough turns.
  [[nodiscard]] std::optional<LimitRow> measure(int count, double seconds);
  [[nodiscard]] double flag_latency() { return limits_.flag_latency(); }
  /// The signal that ended the last measuring, to all ranks alike, or 0.
  [[nodiscard]] int stopped_by() const { return stopped_by_; }

 private:
  /// Throws measure::Failure unless all elements on all ranks are their `right` one; makes them
  /// something else.
  void check(std::span<double> result, double right) const;
  /// Seconds of this rank by turn.
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
