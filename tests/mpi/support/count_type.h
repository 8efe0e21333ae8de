// Which functions tests call: MPI_X, or MPI_X_c of MPI 4.0, with counts of 64 bits.
#ifndef ALLFOLD_TESTS_MPI_SUPPORT_COUNT_TYPE_H
#define ALLFOLD_TESTS_MPI_SUPPORT_COUNT_TYPE_H

#include <mpi.h>

#include <cstdint>
#include <string_view>
#include <vector>

namespace allfold_test {

enum class CountType { of_int, of_64_bits };

// What the program's option --count-type asks for.
CountType count_type();
// Returns whether the MPI library has such functions: "int", "64-bit", or "" for the first one.
bool set_count_type(std::string_view name);

// The functions of that type.
int allreduce(const void* send, void* receive, std::int64_t count, MPI_Datatype datatype, MPI_Op op,
              MPI_Comm comm);
int reduce(const void* send, void* receive, std::int64_t count, MPI_Datatype datatype, MPI_Op op,
           int root, MPI_Comm comm);
int reduce_scatter_block(const void* send, void* receive, std::int64_t count, MPI_Datatype datatype,
                         MPI_Op op, MPI_Comm comm);
int reduce_scatter(const void* send, void* receive, const std::vector<std::int64_t>& counts,
                   MPI_Datatype datatype, MPI_Op op, MPI_Comm comm);

}  // namespace allfold_test

#endif
