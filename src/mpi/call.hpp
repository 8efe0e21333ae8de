/// @file A call of the user's: its arguments as given, and what they ask for.
#pragma once

#include <mpi.h>

#include "mpi/native.hpp"
#include "node/elements.hpp"
#include "program/program.hpp"

namespace allfold::mpi {

/// The arguments of a call, as the caller gave them.
struct Arguments {
  schedule::Collective collective;
  const void* send;
  void* receive;
  int count;
  MPI_Datatype datatype;
  MPI_Op op;
  int root;  ///< reduce
  MPI_Comm comm;
  const void* returns_to = nullptr;  ///< where the caller goes on
};

/// A call but for where its buffers are: calls with one description are served in one way.
struct Description {
  schedule::Collective collective;
  int count;
  MPI_Datatype datatype;
  MPI_Op op;
  int root;
  program::Binding binding;

  friend bool operator==(const Description&, const Description&) = default;
};

[[nodiscard]] inline bool gets_result(schedule::Collective collective, int root, int rank) {
  return collective == schedule::Collective::allreduce || root == rank;
}

/// A call that the MPI library does not refuse, made by `rank`.
[[nodiscard]] inline Description described(const Arguments& call, int rank) {
  // A send buffer that is the receive buffer is accepted where it cannot matter (one element), and
  // where nobody looks.
  const bool is_one_memory = call.send == MPI_IN_PLACE || call.send == call.receive;
  const bool is_in_place = is_one_memory && gets_result(call.collective, call.root, rank);
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

/// Of each vector, without gaps. The datatype is valid.
[[nodiscard]] std::int64_t bytes_of(const Arguments& call);

/// Whether this is the rank that counts a call on a communicator that is not set up: the first one of
/// each group, and of a Reduce between groups the root.
[[nodiscard]] bool is_counted_by(int rank, const Arguments& call);

/// Whether the MPI library will refuse the call, or has nothing to do, by arguments that are alike
/// on all ranks. It says so itself, before it communicates.
[[nodiscard]] inline bool is_plainly_native(const Arguments& call) {
  return call.comm == MPI_COMM_NULL || call.op == MPI_OP_NULL ||
         call.datatype == MPI_DATATYPE_NULL || call.count < 0;
}

/// Whether the MPI library refuses one memory as both buffers, as the standard has it. Libraries can be
/// told not to look, as by Open MPI's mpi_param_check and MPICH's MPIR_CVAR_COLL_ALIAS_CHECK: then such
/// a call is one in place. The library is asked once, by a call of this rank alone; where that cannot be
/// made, it refuses. MPI is running.
[[nodiscard]] bool refuses_one_memory();

/// The same, for arguments that mean something only in an intra-communicator, and not the same on
/// all ranks.
[[nodiscard]] inline bool is_refused(const Arguments& call, int rank, int ranks) {
  if (call.collective == schedule::Collective::allreduce)
    return call.receive == MPI_IN_PLACE || (call.send == call.receive && call.send != MPI_BOTTOM &&
                                            call.count > 1 && refuses_one_memory());
  if (call.root < 0 || call.root >= ranks) return true;
  return rank == call.root
             ? call.receive == MPI_IN_PLACE ||
                   (call.send == call.receive && call.count > 0 && refuses_one_memory())
             : call.send == MPI_IN_PLACE;
}

/// Passes a call on to the MPI library, untouched.
int pass_on(const Native& native, const Arguments& call);

}  // namespace allfold::mpi
