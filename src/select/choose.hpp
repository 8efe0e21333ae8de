/// @file The choice of a kernel: a pure function of values that are equal on all ranks.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "select/configuration.hpp"
#include "select/network.hpp"
#include "select/problem.hpp"

namespace allfold {

/// What is known of the machines that a communicator's ranks are on.
struct Knowledge {
  std::shared_ptr<const Rules> rules = {};  ///< never null where there is a choice to make
  CostModel model = {};                     ///< ranks_per_node does not count
};

/// The model is that of the network's kind, but where the rules have one, and but for what the user
/// has set.
[[nodiscard]] Knowledge knowledge_of(const Configuration& configuration, Network network,
                                     std::shared_ptr<const Rules> rules);
/// The same without rules.
[[nodiscard]] Knowledge knowledge_of(const Configuration& configuration, Network network);

/// The machine, with as many ranks on a node as the problem has.
[[nodiscard]] CostModel model_for(const Problem& problem, const Knowledge& knowledge);

/// What serves a call.
struct Choice {
  const Kernel* kernel = nullptr;  ///< null: the MPI library's own
  Parameters parameters = {};
  /// The longest segment of a message; absent: the communicator's.
  std::optional<std::int64_t> segment_bytes = {};
  std::string reason = {};
};

/// Chooses by the user's wish, else by the rules, else shared memory where all ranks have it in
/// common, else what is cheapest in the cost model: lanes, where ranks of several machines share
/// memory inside these, or a composition, unless a single kernel of the papers is cheaper. Where
/// there are measurements from about there, the model is corrected by them, whatever was measured
/// may be chosen, and the MPI library's own is where it was the quickest.
/// `candidates` only saves time.
[[nodiscard]] Choice choose(const Problem& problem, const Configuration& configuration,
                            const Knowledge& knowledge, CandidateCache& candidates);

/// "ring" or "elimination-overlapping:halvings=2" or "native".
[[nodiscard]] std::string text_of(const Choice& choice);

}  // namespace allfold
