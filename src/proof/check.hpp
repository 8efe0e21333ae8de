/// @file The checker: proves, on symbols and without any communication, what linked programs do.
///
/// It executes the programs of all ranks together, exactly as the executor does, and shows:
///  - every operation is legal: blocks and peers in range, the input never written;
///  - operations wait for as many others as they count, and messages for their turn;
///  - nothing is read or overwritten while it may be in flight, in any order of completion;
///  - every send meets its receive, with the same blocks;
///  - no deadlock, whatever the MPI library buffers (shown with no buffering at all; the programs have
///    no choices, so more buffering only lets operations start earlier), neither in the order of data
///    nor round by round with blocking sends, where programs may be run so;
///  - every block of the result is the reduction of each rank's input exactly once, in rank order
///    where that is expected, and identical, bracketing included, on all ranks that get one.
#pragma once

#include <vector>

#include "program/program.hpp"
#include "proof/proof.hpp"

namespace allfold::proof {

/// Checks the programs of all ranks; programs[r] is that of rank r, all linked from Schedules of
/// the same number of ranks and blocks.
[[nodiscard]] Proof check(const std::vector<program::Program>& programs, const Goal& goal);

/// The check in two parts, for who proves one program as part of several sets. First what is shown
/// of each program by itself: legality, links and races.
[[nodiscard]] Proof check_alone(const program::Program& program);
/// Then what is shown of all together, if nothing was found in any of them.
[[nodiscard]] Proof check_together(const std::vector<program::Program>& programs, const Goal& goal);

}  // namespace allfold::proof
