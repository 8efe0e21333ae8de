/// @file The choice of a kernel: a pure function of values that are equal on all ranks.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "select/candidates.hpp"
#include "select/configuration.hpp"

namespace allfold {

/// Whose the operation is. Operations of MPI's are on types of MPI's, whose elements lie one after
/// the other; the user's may be on types whose elements reach into each other.
enum class Operations : std::uint8_t { predefined, of_the_user };

/// What is to be reduced, as far as the choice goes.
struct Problem {
  Collective collective = Collective::allreduce;
  int ranks = 1;
  std::int64_t bytes = 0;  ///< count times the size of the type
  /// `any` for commutative operations; others need rank order.
  OperandOrder order = OperandOrder::any;
  Operations operation = Operations::predefined;
  int grid_rows = 0;  ///< rows of the communicator's own grid; 0: it has none
  /// What can carry messages between ranks of one machine, and of several.
  Carrier carrier = Carrier::messages;
  Nodes nodes = {};  ///< which ranks share a machine

  friend bool operator==(const Problem&, const Problem&) = default;
};

/// What serves a call.
struct Choice {
  const Kernel* kernel = nullptr;  ///< null: the MPI library's own
  Parameters parameters;
  std::string_view reason;
};

/// Chooses by the user's wish, else shared memory where all ranks have it in common, else what is
/// cheapest in the cost model: lanes, where ranks of several machines share memory inside these, or
/// a composition, unless a single kernel of the papers is cheaper.
/// Parameters that the user has left open are as their rows in the registry prefer (the grid of a
/// mesh is the communicator's own), if that can be had with those that he has set, else the
/// cheapest.
/// `candidates` only saves time.
[[nodiscard]] Choice choose(const Problem& problem, const Configuration& configuration,
                            CandidateCache& candidates);

/// "ring" or "elimination-overlapping:halvings=2" or "native".
[[nodiscard]] std::string text_of(const Choice& choice);

}  // namespace allfold
