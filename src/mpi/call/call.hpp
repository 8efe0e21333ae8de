/// @file A call of the program: its arguments, and what they ask for.
#pragma once

#include <mpi.h>

#include <climits>
#include <cstdint>

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
  std::int64_t count;
  MPI_Datatype datatype;
  MPI_Op op;
  int root;  ///< of a collective that has one
  MPI_Comm comm;
  const void* returns_to = nullptr;  ///< return address in the caller
  CountType count_type = CountType::of_int;
};

/// A call without its buffer addresses. Calls with equal descriptions are served in the same way.
struct Description {
  schedule::Collective collective;
  std::int64_t count;
  MPI_Datatype datatype;
  MPI_Op op;
  int root;
  program::Binding binding;

  friend bool operator==(const Description&, const Description&) = default;
};

/// Describes a call of `rank` that the MPI library does not refuse.
[[nodiscard]] inline Description described(const Arguments& call, int rank) {
  // Equal send and receive buffers are accepted where they do no harm (one element), and by MPI
  // libraries that do not check them.
  const bool is_one_memory = call.send == MPI_IN_PLACE || call.send == call.receive;
  const bool is_in_place = is_one_memory && schedule::gets_result(call.collective, call.root, rank);
  return {.collective = call.collective,
          .count = call.count,
          .datatype = call.datatype,
          .op = call.op,
          .root = call.root,
          .binding = is_in_place ? program::Binding::in_place : program::Binding::separate};
}

/// The buffers of a call, with MPI_IN_PLACE resolved.
[[nodiscard]] inline node::Vectors vectors_of(const Arguments& call, program::Binding binding) {
  return {.input = binding == program::Binding::in_place ? call.receive : call.send,
          .result = call.receive,
          .count = call.count};
}

/// Bytes of each vector, without gaps. The datatype must be valid.
[[nodiscard]] std::int64_t bytes_of(const Arguments& call);

/// Whether `rank` counts a call in reports of all ranks: the root, or rank 0 if there is none (on an
/// inter-communicator, rank 0 of each group).
[[nodiscard]] bool is_counted_by(int rank, const Arguments& call);

/// More elements than an address space holds: bytes are computed for vectors of at most that many.
inline constexpr std::int64_t most_elements = std::int64_t{1} << 47;

/// Whether the MPI library refuses the call because of arguments that are equal on all ranks. It
/// raises the error before it communicates.
[[nodiscard]] inline bool is_plainly_native(const Arguments& call) {
  return call.comm == MPI_COMM_NULL || call.op == MPI_OP_NULL ||
         call.datatype == MPI_DATATYPE_NULL || call.count < 0 || call.count > most_elements;
}

/// Whether the MPI library refuses equal send and receive buffers, as the standard requires.
/// Libraries can be configured not to check them (Open MPI's mpi_param_check, MPICH's
/// MPIR_CVAR_COLL_ALIAS_CHECK); then such a call is in place. The library is asked once, by a call
/// of this rank alone. True if that call cannot be made. MPI must be running.
[[nodiscard]] bool refuses_one_memory();

/// Whether the MPI library refuses the call because of arguments that only have a meaning in an
/// intra-communicator, and may differ between ranks.
[[nodiscard]] inline bool is_refused(const Arguments& call, int rank, int ranks) {
  if (!schedule::has_root(call.collective))
    return call.receive == MPI_IN_PLACE || (call.send == call.receive && call.send != MPI_BOTTOM &&
                                            call.count > 1 && refuses_one_memory());
  if (call.root < 0 || call.root >= ranks) return true;
  return rank == call.root
             ? call.receive == MPI_IN_PLACE ||
                   (call.send == call.receive && call.count > 0 && refuses_one_memory())
             : call.send == MPI_IN_PLACE;
}

/// Raises the error of a function that the MPI library lacks, and returns it.
int raise_not_supported(const Arguments& call);

/// As pass_on(), by functions with counts of 64 bits.
template <class Functions>
int pass_on_64_bits(const Functions& functions, const Arguments& call) {
  switch (call.collective) {
    case schedule::Collective::allreduce:
      if (functions.allreduce_c == nullptr) break;
      return functions.allreduce_c(call.send, call.receive, call.count, call.datatype, call.op,
                                   call.comm);
    case schedule::Collective::reduce:
      if (functions.reduce_c == nullptr) break;
      return functions.reduce_c(call.send, call.receive, call.count, call.datatype, call.op,
                                call.root, call.comm);
  }
  return raise_not_supported(call);
}

/// Makes a call, unchanged, by one of these functions: those of the MPI library, of a tool, or of
/// another implementation.
template <class Functions>
int pass_on(const Functions& functions, const Arguments& call) {
  if constexpr (requires { functions.allreduce_c; })
    if (call.count_type == CountType::of_64_bits) return pass_on_64_bits(functions, call);
  const int count = static_cast<int>(call.count);
  switch (call.collective) {
    case schedule::Collective::allreduce:
      return functions.allreduce(call.send, call.receive, count, call.datatype, call.op, call.comm);
    case schedule::Collective::reduce:
      return functions.reduce(call.send, call.receive, count, call.datatype, call.op, call.root,
                              call.comm);
  }
  return MPI_ERR_INTERN;
}

}  // namespace allfold::mpi::call
