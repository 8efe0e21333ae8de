#include "mpi/setup/roll_call.hpp"

#include "mpi/native/failed_call.hpp"

namespace allfold::mpi::setup {

void gather(const machine::Members& members, const Record& own, std::span<Record> records,
            record::LateRanks& late_ranks) {
  const record::LateRanks::Wait wait(late_ranks,
                                     {.rank = members.rank,
                                      .ranks = members.ranks,
                                      .first_in_world = machine::rank_in_world_of(members, 0)});
  native::expect_success(PMPI_Allgather(&own, sizeof own, MPI_BYTE, records.data(), sizeof own,
                                        MPI_BYTE, members.comm));
}

}  // namespace allfold::mpi::setup
