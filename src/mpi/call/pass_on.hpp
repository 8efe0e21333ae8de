/// @file Pass on: calls by functions of MPI's interface.
#pragma once

#include "mpi/call/call.hpp"

namespace allfold::mpi::call {

/// Raises the error of a function that the MPI library lacks, and returns it.
int raise_not_supported(const Arguments& call);

/// As pass_on(), by functions with counts of 64 bits.
template <class Functions>
int pass_on_64_bits(const Functions& functions, const Arguments& call) {
  const auto made = [&call](auto* function, auto... arguments) {
    return function != nullptr ? function(call.send, call.receive, arguments...)
                               : raise_not_supported(call);
  };
  switch (call.collective) {
    case schedule::Collective::allreduce:
      return made(functions.allreduce_c, call.count, call.datatype, call.op, call.comm);
    case schedule::Collective::reduce:
      return made(functions.reduce_c, call.count, call.datatype, call.op, call.root, call.comm);
    case schedule::Collective::reduce_scatter:
      return call.counts == Arguments::Counts::listed
                 ? made(functions.reduce_scatter_c, static_cast<const MPI_Count*>(call.list),
                        call.datatype, call.op, call.comm)
                 : made(functions.reduce_scatter_block_c, call.count, call.datatype, call.op,
                        call.comm);
  }
  return MPI_ERR_INTERN;
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
    case schedule::Collective::reduce_scatter:
      return call.counts == Arguments::Counts::listed
                 ? functions.reduce_scatter(call.send, call.receive,
                                            static_cast<const int*>(call.list), call.datatype,
                                            call.op, call.comm)
                 : functions.reduce_scatter_block(call.send, call.receive, count, call.datatype,
                                                  call.op, call.comm);
  }
  return MPI_ERR_INTERN;
}

}  // namespace allfold::mpi::call
