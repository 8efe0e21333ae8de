/// @file Rows of results and their summaries.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "command/bench/comparison.hpp"

namespace allfold::command::bench {

/// The result of one point.
struct Row {
  int ranks;
  int ranks_per_node;
  schedule::Collective collective;
  measure::Timing timing;
  std::int64_t bytes;
  Times times;
};

/// Geometric means of the ratios of one collective, timing and number of ranks, with one candidate
/// of Allfold's.
struct Summary {
  int ranks;
  schedule::Collective collective;
  measure::Timing timing;
  double all = 0;
  double to_best = 0;       ///< the best native algorithm at each size, if all take part
  double long_vectors = 0;  ///< of vectors of at least `long_bytes`; 0 if there are none
  Row worst;                ///< the row with the lowest ratio

  static constexpr std::int64_t long_bytes = std::int64_t{256} * 1024;

  [[nodiscard]] bool is_of(const Row& row) const {
    return row.ranks == ranks && row.collective == collective && row.timing == timing &&
           row.times.algorithm == worst.times.algorithm;
  }
};

/// One summary per number of ranks, collective, timing and candidate, in the order of the rows.
[[nodiscard]] std::vector<Summary> summaries(const std::vector<Row>& rows);

/// Bytes per second, 0 if `seconds` is 0. bus_bandwidth() counts the bytes that each rank must send
/// at least, as nccl-tests does: for an Allreduce 2 (p - 1) / p times the vector.
[[nodiscard]] double bandwidth(std::int64_t bytes, double seconds);
[[nodiscard]] double bus_bandwidth(const Row& row, double seconds);

/// Sentences on the native algorithms that did not take part: which, where and why.
[[nodiscard]] std::vector<std::string> left_out(const std::vector<Row>& rows);

}  // namespace allfold::command::bench
