/// @file Execution round by round, as waits.
#pragma once

#include "program/program.hpp"

namespace allfold::proof {

/// The program with the waits of its execution round by round in place of those that it was linked
/// with: in each round the receive is posted, then the send starts, and both are awaited; local
/// operations follow one after the other. Without buffering such a send blocks until its receive is
/// posted.
[[nodiscard]] program::Program in_rounds(const program::Program& program);

}  // namespace allfold::proof
