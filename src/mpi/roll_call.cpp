#include "mpi/roll_call.hpp"

#include "mpi/failed_call.hpp"

namespace allfold::mpi {

void gather(const Members& members, const Record& own, std::span<Record> records,
            LateRanks& late_ranks) {
  const LateRanks::Wait wait(late_ranks, members.rank, members.ranks);
  expect_success(PMPI_Allgather(&own, sizeof own, MPI_BYTE, records.data(), sizeof own, MPI_BYTE,
                                members.comm));
}

}  // namespace allfold::mpi
