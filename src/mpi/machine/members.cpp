#include "mpi/machine/members.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <numeric>
#include <span>

#include "mpi/machine/machine.hpp"
#include "mpi/native/failed_call.hpp"

namespace allfold::mpi::machine {

namespace {

/// Ranks of the members → ranks in MPI_COMM_WORLD, or MPI_UNDEFINED.
void translate(const Members& members, std::span<const int> ranks, std::span<int> in_world) {
  MPI_Group group = MPI_GROUP_NULL;
  MPI_Group world = MPI_GROUP_NULL;
  PMPI_Comm_group(members.comm, &group);
  PMPI_Comm_group(MPI_COMM_WORLD, &world);
  PMPI_Group_translate_ranks(group, static_cast<int>(ranks.size()), ranks.data(), world,
                             in_world.data());
  PMPI_Group_free(&group);
  PMPI_Group_free(&world);
}

}  // namespace

std::string name_of(MPI_Comm comm) {
  std::array<char, MPI_MAX_OBJECT_NAME> text = {};
  int length = 0;
  PMPI_Comm_get_name(comm, text.data(), &length);
  return {text.data(), static_cast<std::size_t>(length)};
}

bool are_job_on_one_node(const Members& members) {
  return members.comm == MPI_COMM_WORLD && members.ranks == ranks_of_job();
}

int rank_in_world() { return Members(MPI_COMM_WORLD).rank; }

std::vector<int> ranks_in_world(const Members& members) {
  std::vector<int> ranks(static_cast<std::size_t>(members.ranks));
  std::vector<int> in_world(ranks.size());
  std::iota(ranks.begin(), ranks.end(), 0);
  translate(members, ranks, in_world);
  if (std::ranges::find(in_world, MPI_UNDEFINED) != in_world.end()) in_world.clear();
  return in_world;
}

int rank_in_world_of(const Members& members, int rank) {
  const std::array ranks = {rank};
  std::array in_world = {rank};
  if (members.comm != MPI_COMM_WORLD) translate(members, ranks, in_world);
  return in_world[0];
}

int least_of_all(const Members& members, int own, const native::Native& native) {
  if (members.ranks == 1) return own;
  int least = 0;
  native::expect_success(native.allreduce(&own, &least, 1, MPI_INT, MPI_MIN, members.comm));
  return least;
}

void end_job(const Members& members, const native::Native& native) {
  PMPI_Barrier(members.comm);  // all messages are printed before the job is ended
  native.abort(members.comm, 1);
  std::abort();
}

}  // namespace allfold::mpi::machine
