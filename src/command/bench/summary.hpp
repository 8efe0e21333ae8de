/// @file Rows of results, and what they come to.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "command/bench/comparison.hpp"

namespace allfold::command::bench {

/// One line of results.
struct Row {
  int ranks;
  int ranks_per_node;
  schedule::Collective collective;
  measure::Timing timing;
  std::int64_t bytes;
  Times times;
};

/// Geometric means of the ratios of one collective under one timing on one number of ranks, to one
/// contestant of Allfold's.
struct Summary {
  int ranks;
  schedule::Collective collective;
  measure::Timing timing;
  double all = 0;
  double to_best = 0;       ///< of the best native algorithm at each size, where all compete
  double long_vectors = 0;  ///< from `long_bytes` on; 0 where there are none
  Row worst;                ///< the row of the lowest ratio

  static constexpr std::int64_t long_bytes = std::int64_t{256} * 1024;

  [[nodiscard]] bool is_of(const Row& row) const {
    return row.ranks == ranks && row.collective == collective && row.timing == timing &&
           row.times.algorithm == worst.times.algorithm;
  }
};

/// One for each number of ranks, collective, timing and contestant, in the order of the rows.
[[nodiscard]] std::vector<Summary> summaries(const std::vector<Row>& rows);

/// Bytes per second, where a call of so many takes so long: 0 of none. The second one is what each
/// rank has to send at least, as nccl-tests count: of an Allreduce 2 (p - 1) / p of the vector.
[[nodiscard]] double bandwidth(std::int64_t bytes, double seconds);
[[nodiscard]] double bus_bandwidth(const Row& row, double seconds);

/// Which of the MPI library's algorithms did not compete where, and why.
[[nodiscard]] std::vector<std::string> left_out(const std::vector<Row>& rows);

}  // namespace allfold::command::bench
