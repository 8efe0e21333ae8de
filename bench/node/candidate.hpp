/// @file Candidates: what reduces vectors on a modelled node.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "command/usage_error.hpp"
#include "node_model/simulation.hpp"
#include "schedule/collective.hpp"

namespace allfold::bench {

inline constexpr int root = 0;
inline constexpr std::int64_t element_bytes = 8;

/// Elements of a vector, from the first to before the last.
struct Positions {
  std::int64_t first = 0;
  std::int64_t last = 0;
};

/// The calls of one simulation: sums of vectors of 64-bit integers.
struct Task {
  node_model::Simulation& simulation;
  schedule::Collective collective = schedule::Collective::allreduce;
  std::int64_t bytes = 0;           ///< a multiple of element_bytes
  std::vector<std::byte*> inputs;   ///< by rank
  std::vector<std::byte*> results;  ///< by rank

  [[nodiscard]] int ranks() const { return simulation.ranks(); }
  [[nodiscard]] std::byte* input(int rank) const { return inputs[static_cast<std::size_t>(rank)]; }
  [[nodiscard]] std::byte* result(int rank) const {
    return results[static_cast<std::size_t>(rank)];
  }
  [[nodiscard]] bool gets_result(int rank) const {
    return schedule::gets_result(collective, root, rank);
  }
  [[nodiscard]] std::int64_t count() const { return bytes / element_bytes; }
  /// Shares are equal.
  [[nodiscard]] schedule::Shares shares() const { return {count(), ranks()}; }
  /// What a rank wants of the result. It is at its place in the rank's memory for results.
  [[nodiscard]] Positions wanted(int rank) const {
    if (schedule::goes_in_shares(collective))
      return {.first = shares().start(rank), .last = shares().start(rank + 1)};
    return {.last = gets_result(rank) ? count() : 0};
  }
};

class Candidate {
 public:
  virtual ~Candidate() = default;
  /// Makes one call. All ranks make the same calls.
  virtual void reduce(int rank) = 0;
  /// Which elements of a rank's result are those of the reduction after a call.
  [[nodiscard]] virtual Positions reduced(const Task& task, int rank) const {
    return task.wanted(rank);
  }
};

/// The candidate does not suit the task; another one of the same kind may.
struct Unsuitable : command::UsageError {
  using command::UsageError::UsageError;
};

/// A candidate by its name, see names_of_candidates(). Throws UsageError if there is none, and
/// Unsuitable.
[[nodiscard]] std::unique_ptr<Candidate> candidate(const std::string& name, const Task& task);

/// The forms of names, with what they stand for, a line each.
[[nodiscard]] std::string names_of_candidates();

}  // namespace allfold::bench
