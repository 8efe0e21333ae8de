/// @file The critical path: how long programs take in the cost model.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "cost/formula.hpp"
#include "program/program.hpp"

namespace allfold::cost {

/// When one operation runs: programs[rank].operations[operation].
struct Event {
  int rank;
  std::int32_t operation;
  double start;  ///< seconds since all ranks began
  double end;
};

/// When each operation runs, in the order of ends, for vectors of `bytes` bytes. Messages that a
/// rank sends to one peer in one round count as one message in several pieces.
[[nodiscard]] std::vector<Event> timeline(const std::vector<program::Program>& programs,
                                          const CostModel& model, double bytes);

/// The seconds until all ranks are done, when all begin at once.
[[nodiscard]] double critical_path(const std::vector<program::Program>& programs,
                                   const CostModel& model, double bytes);
/// The same on each of several machines, which have the same nodes, network and rounds.
[[nodiscard]] std::vector<double> critical_paths(const std::vector<program::Program>& programs,
                                                 std::span<const CostModel> models, double bytes);

/// Rounds, volume and reductions: for each, the critical path if nothing else takes time.
[[nodiscard]] Cost cost_of(const std::vector<program::Program>& programs);

}  // namespace allfold::cost
