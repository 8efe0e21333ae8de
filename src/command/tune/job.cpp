#include "command/tune/job.hpp"

#include <cstdint>

#include "mpi/machine/machine.hpp"

namespace allfold::command::tune {

Job::Job() {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks_);
  const algorithms::Nodes nodes = nodes_of(MPI_COMM_WORLD);
  const int place = nodes.node_of(rank) * ranks_ + nodes.local_rank_of(rank);
  MPI_Comm_split(MPI_COMM_WORLD, 0, place, &comm_);
  MPI_Comm_rank(comm_, &rank_);
  nodes_ = nodes_of(comm_);
}

Job::~Job() { MPI_Comm_free(&comm_); }

MPI_Comm Job::subset(bool belongs) const {
  MPI_Comm made = MPI_COMM_NULL;
  MPI_Comm_split(comm_, belongs ? 0 : MPI_UNDEFINED, rank_, &made);
  return made;
}

algorithms::Nodes nodes_of(MPI_Comm comm) {
  int ranks = 0;
  MPI_Comm_size(comm, &ranks);
  const std::uint64_t own = mpi::machine::node_identity();
  std::vector<std::uint64_t> identities(static_cast<std::size_t>(ranks));
  MPI_Allgather(&own, 1, MPI_UINT64_T, identities.data(), 1, MPI_UINT64_T, comm);
  return algorithms::Nodes(identities);
}

std::string told(const std::string& text, MPI_Comm comm) {
  const std::vector<char> letters = told(std::vector(text.begin(), text.end()), comm);
  return {letters.begin(), letters.end()};
}

}  // namespace allfold::command::tune
