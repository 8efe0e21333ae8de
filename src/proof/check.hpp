/// @file The checker: proves, on symbols and without any communication, what linked programs do.
///
/// It executes the programs of all ranks together, exactly as the executor does, and shows:
///  - every operation is legal: blocks and peers in range, the input never written;
///  - operations wait for as many others as they count, and messages for their turn, round by round
///    as well;
///  - nothing is read or overwritten while it may be in flight, in any order of completion;
///  - every send meets its receive, with the same blocks;
///  - no deadlock, whatever the MPI library buffers (shown without any buffering; programs have no
///    choices, so that more buffering only lets operations start earlier), neither if all ranks run
///    in the order of data nor if any of those that may do so run round by round;
///  - every block that a rank wants is the reduction of each rank's input exactly once, in rank
///    order if that is expected, and identical, bracketing included, on all ranks that want it.
#pragma once

#include <vector>

#include "program/program.hpp"
#include "proof/proof.hpp"

namespace allfold::proof {

/// Checks the programs of all ranks; programs[r] is that of rank r, all linked from Schedules of
/// the same number of ranks and blocks. The goal says of each rank what it wants of these blocks.
[[nodiscard]] Proof check(const std::vector<program::Program>& programs, const Goal& goal);

/// The check in two parts, for callers that prove one program as part of several sets. First what
/// is shown for a single program: legality, links and races.
[[nodiscard]] Proof check_alone(const program::Program& program);
/// Then what is shown for all programs together. Requires that check_alone() holds for each of
/// them.
[[nodiscard]] Proof check_together(const std::vector<program::Program>& programs, const Goal& goal);

}  // namespace allfold::proof
