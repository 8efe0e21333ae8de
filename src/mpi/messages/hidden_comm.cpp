#include "mpi/messages/hidden_comm.hpp"

#include "mpi/native/errors_returned.hpp"

namespace allfold::mpi::messages {

MPI_Comm communicator_like(MPI_Comm comm) {
  const native::ErrorsReturned errors(comm);
  MPI_Group group = MPI_GROUP_NULL;
  PMPI_Comm_group(comm, &group);
  MPI_Comm made = MPI_COMM_NULL;
  const int error = PMPI_Comm_create(comm, group, &made);
  PMPI_Group_free(&group);
  if (error != MPI_SUCCESS) return MPI_COMM_NULL;
  PMPI_Comm_set_errhandler(made, MPI_ERRORS_RETURN);
  return made;
}

HiddenComm::~HiddenComm() {
  // Local in the known MPI libraries: waits for no other rank.
  if (comm_ != MPI_COMM_NULL) native_.comm_free(&comm_);
}

std::optional<int> HiddenComm::rank_of(std::uint64_t process) const {
  const auto found = rank_of_process_.find(process);
  return found != rank_of_process_.end() ? std::optional(found->second) : std::nullopt;
}

std::vector<int> HiddenComm::ranks_of(std::span<const std::uint64_t> processes) const {
  std::vector<int> ranks;
  for (const std::uint64_t each : processes) {
    const std::optional<int> rank = rank_of(each);
    if (!rank) return {};
    if (ranks.empty()) ranks.reserve(processes.size());
    ranks.push_back(*rank);
  }
  return ranks;
}

}  // namespace allfold::mpi::messages
