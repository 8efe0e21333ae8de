/// @file The functions behind those that Allfold overrides: of the MPI library, and of a tool.
#pragma once

#include <mpi.h>

namespace allfold::mpi::native {

/// One function for each that Allfold overrides.
struct Entries {
  decltype(&PMPI_Allreduce) allreduce;
  decltype(&PMPI_Reduce) reduce;
  decltype(&PMPI_Reduce_scatter) reduce_scatter;
  decltype(&PMPI_Reduce_scatter_block) reduce_scatter_block;
  /// MPI 4.0's functions with counts of 64 bits. Null if the MPI library has none. Not all headers
  /// declare them.
  int (*allreduce_c)(const void*, void*, MPI_Count, MPI_Datatype, MPI_Op, MPI_Comm);
  int (*reduce_c)(const void*, void*, MPI_Count, MPI_Datatype, MPI_Op, int, MPI_Comm);
  int (*reduce_scatter_c)(const void*, void*, const MPI_Count*, MPI_Datatype, MPI_Op, MPI_Comm);
  int (*reduce_scatter_block_c)(const void*, void*, MPI_Count, MPI_Datatype, MPI_Op, MPI_Comm);
  decltype(&PMPI_Init) init;
  decltype(&PMPI_Init_thread) init_thread;
  decltype(&PMPI_Finalize) finalize;
  decltype(&PMPI_Abort) abort;
  decltype(&PMPI_Comm_free) comm_free;
  decltype(&PMPI_Comm_disconnect) comm_disconnect;
  decltype(&PMPI_Comm_delete_attr) comm_delete_attr;
  /// Deprecated: naming it causes warnings. If the MPI library has none: comm_delete_attr.
  int (*attr_delete)(MPI_Comm, int);
  decltype(&PMPI_Comm_dup) comm_dup;
  decltype(&PMPI_Comm_dup_with_info) comm_dup_with_info;
  decltype(&PMPI_Comm_idup) comm_idup;
  /// Null if the MPI library has none. Not all headers declare it.
  int (*comm_idup_with_info)(MPI_Comm, MPI_Info, MPI_Comm*, MPI_Request*);
};

/// The next PMPI_ functions in load order.
using Native = Entries;
[[nodiscard]] Native find_native();

/// The next MPI_ functions in load order if a profiling tool defines them, otherwise null. Such a
/// tool comes after Allfold if Allfold is preloaded and the tool is linked. It calls PMPI_
/// functions, which are Allfold's.
using Tool = Entries;
[[nodiscard]] Tool find_tool(const Native& native);

}  // namespace allfold::mpi::native
