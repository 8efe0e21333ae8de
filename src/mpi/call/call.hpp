/// @file A call of the program: its arguments, and what they ask for.
#pragma once

#include <mpi.h>

#include <cstdint>
#include <optional>

#include "mpi/call/starts.hpp"
#include "mpi/native/native.hpp"
#include "node/elements.hpp"
#include "program/program.hpp"
#include "schedule/collective.hpp"

namespace allfold::mpi::call {

/// The type of the counts in the function that the caller has called: MPI_X, or MPI_X_c of MPI 4.0.
enum class CountType : std::uint8_t { of_int, of_64_bits };

/// The arguments of a call, as the caller gave them.
struct Arguments {
  schedule::Collective collective;
  const void* send;
  void* receive;
  std::int64_t
      count;  ///< of an MPI_Reduce_scatter_block: of each rank; of an MPI_Reduce_scatter: 0
  MPI_Datatype datatype;
  MPI_Op op;
  int root;  ///< of a collective that has one
  MPI_Comm comm;
  const void* returns_to = nullptr;  ///< return address in the caller
  CountType count_type = CountType::of_int;
  /// `listed`: the function takes a list with the count of each rank, of `count_type`.
  enum class Counts : std::uint8_t { one, listed } counts = Counts::one;
  const void* list = nullptr;
};

/// A call without its buffer addresses. Calls with equal descriptions are served in the same way.
struct Description {
  schedule::Collective collective;
  std::int64_t count;  ///< elements of the input
  MPI_Datatype datatype;
  MPI_Op op;
  int root;
  program::Binding binding;
  Starts starts = {};  ///< of the shares of ranks, if they are unequal

  friend bool operator==(const Description&, const Description&) = default;
};

/// The shares of the ranks in a call on `ranks` ranks that get shares. `call` must outlive them.
[[nodiscard]] inline schedule::Shares shares_of(const Description& call, int ranks) {
  return call.starts.are_equal_shares() ? schedule::Shares(call.count, ranks)
                                        : schedule::Shares(call.starts.numbers());
}

/// More elements than an address space holds: bytes are computed for vectors of at most that many.
inline constexpr std::int64_t most_elements = std::int64_t{1} << 47;

/// The elements of the input of a call on `ranks` ranks that get shares of the result; empty if a
/// count is negative, or the sum is above most_elements.
[[nodiscard]] std::optional<std::int64_t> elements_of_shares(const Arguments& call, int ranks);
/// The elements of a rank's share. Only if there are elements_of_shares().
[[nodiscard]] schedule::Blocks share_of(const Arguments& call, int rank);
/// Where the shares begin. Only if there are elements_of_shares(). Throws std::bad_alloc.
[[nodiscard]] Starts starts_of(const Arguments& call, int ranks);

/// Whether the input of `rank` is where its result goes.
[[nodiscard]] inline program::Binding binding_of(const Arguments& call, int rank) {
  // Equal send and receive buffers are accepted where they do no harm (one element), and by MPI
  // libraries that do not check them.
  const bool is_one_memory = call.send == MPI_IN_PLACE || call.send == call.receive;
  return is_one_memory && schedule::gets_result(call.collective, call.root, rank)
             ? program::Binding::in_place
             : program::Binding::separate;
}

/// Describes a call of `rank` that the MPI library does not refuse. Throws std::bad_alloc if ranks
/// get unequal shares.
[[nodiscard]] inline Description described(const Arguments& call, int rank, int ranks) {
  Description description{.collective = call.collective,
                          .count = call.count,
                          .datatype = call.datatype,
                          .op = call.op,
                          .root = call.root,
                          .binding = binding_of(call, rank)};
  if (schedule::goes_in_shares(call.collective)) {
    description.count = elements_of_shares(call, ranks).value_or(0);
    description.starts = starts_of(call, ranks);
  }
  return description;
}

/// The buffers of a call with inputs of `elements` elements, with MPI_IN_PLACE resolved.
[[nodiscard]] inline node::Vectors vectors_of(const Arguments& call, program::Binding binding,
                                              std::int64_t elements) {
  return {.input = binding == program::Binding::in_place ? call.receive : call.send,
          .result = call.receive,
          .count = elements};
}

/// The elements of each input.
[[nodiscard]] std::int64_t elements_of(const Arguments& call);
/// Bytes of each input, without gaps. The datatype must be valid.
[[nodiscard]] std::int64_t bytes_of(const Arguments& call);

/// Whether there may be something to reduce.
[[nodiscard]] inline bool has_elements(const Arguments& call) {
  return call.count > 0 || call.counts == Arguments::Counts::listed;
}

/// Whether `rank` counts a call in reports of all ranks: the root, or rank 0 if there is none (on an
/// inter-communicator, rank 0 of each group).
[[nodiscard]] bool is_counted_by(int rank, const Arguments& call);

/// Whether the MPI library refuses the call because of arguments that are equal on all ranks. It
/// raises the error before it communicates.
[[nodiscard]] inline bool is_plainly_native(const Arguments& call) {
  return call.comm == MPI_COMM_NULL || call.op == MPI_OP_NULL ||
         call.datatype == MPI_DATATYPE_NULL || call.count < 0 || call.count > most_elements ||
         (call.counts == Arguments::Counts::listed && call.list == nullptr);
}

/// Whether the MPI library refuses equal send and receive buffers, as the standard requires.
/// Libraries can be configured not to check them (Open MPI's mpi_param_check, MPICH's
/// MPIR_CVAR_COLL_ALIAS_CHECK), or do not check them in all functions; then such a call is in place.
/// The library is asked once for collectives with shares and once for others, by a call of this rank
/// alone. True if that call cannot be made. MPI must be running.
[[nodiscard]] bool refuses_one_memory(schedule::Collective collective);

/// Whether the MPI library refuses the call because of arguments that only have a meaning in an
/// intra-communicator, and may differ between ranks.
[[nodiscard]] bool is_refused(const Arguments& call, int rank, int ranks);

}  // namespace allfold::mpi::call
