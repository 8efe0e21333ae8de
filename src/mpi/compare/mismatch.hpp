/// @file Mismatch: a call whose native result and Allfold's cannot both be correct, or seem not to
/// be.
#pragma once

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <string>

#include "comparison/deviation.hpp"
#include "mpi/call/call.hpp"
#include "mpi/compare/meeting.hpp"
#include "mpi/run/decision.hpp"
#include "mpi/setup/agreement.hpp"

namespace allfold::mpi::compare {

/// What is reported of a mismatch.
struct Mismatch {
  const call::Arguments& call;
  const run::Decision& decision;
  const setup::Agreement& agreement;
  std::int64_t number = 0;  ///< of the call on its communicator
  comparison::Form form = {};
  comparison::Deviation deviation = {};
  std::size_t plain_bytes = 0;         ///< of an input in its in-memory form
  std::int64_t elements = 0;           ///< of an input
  std::int64_t result_elements = 0;    ///< of the result of this rank
  const std::byte* input = nullptr;    ///< of this rank
  const std::byte* native = nullptr;   ///< result, on the rank that found the mismatch
  const std::byte* allfold = nullptr;  ///< result, on the rank that found the mismatch
};

/// "allreduce of 10 MPI_DOUBLE by MPI_SUM on 3 ranks of MPI_COMM_WORLD, call 4 there, by ring".
[[nodiscard]] std::string text_of_call(const Mismatch& mismatch);

/// Reports a mismatch immediately. Called on the rank that found it.
void tell(const Mismatch& mismatch, const std::string& what_became_of_inputs);

/// Notes, for the report at the end, a difference that reordering does not explain. Called on the
/// rank that found it.
void note_unexplained(const Mismatch& mismatch);

/// Collective: saves the inputs of all ranks to a file on rank `found_by`, unless they are too
/// large. Returns on that rank a clause that says what was done with them.
[[nodiscard]] std::string save_inputs(const Mismatch& mismatch, int found_by, Meeting& meeting);

/// Ranks make different calls. Reported by one rank.
struct DifferentCalls {
  std::int64_t number = 0;  ///< of the call on its communicator
  Meeting::Difference difference;
};
void tell_of_different_calls(const call::Arguments& call, const DifferentCalls& different);

/// Allfold has failed, and the native call has not. Called on one rank.
void tell_of_failure(const Mismatch& mismatch, int error);

}  // namespace allfold::mpi::compare
