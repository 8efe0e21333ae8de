#include "mpi/gathered.hpp"

namespace allfold::mpi {

std::vector<std::string> gathered(const std::string& own, MPI_Comm comm) {
  int rank = 0;
  int ranks = 0;
  PMPI_Comm_rank(comm, &rank);
  PMPI_Comm_size(comm, &ranks);
  const int length = static_cast<int>(own.size());
  std::vector<int> lengths(static_cast<std::size_t>(ranks));
  PMPI_Gather(&length, 1, MPI_INT, lengths.data(), 1, MPI_INT, 0, comm);
  std::vector<int> offsets(lengths.size(), 0);
  for (std::size_t r = 1; r < lengths.size(); ++r) offsets[r] = offsets[r - 1] + lengths[r - 1];
  std::string all(static_cast<std::size_t>(offsets.back() + lengths.back()), '\0');
  PMPI_Gatherv(own.data(), length, MPI_CHAR, all.data(), lengths.data(), offsets.data(), MPI_CHAR,
               0, comm);
  std::vector<std::string> texts;
  for (std::size_t r = 0; rank == 0 && r < lengths.size(); ++r)
    texts.push_back(
        all.substr(static_cast<std::size_t>(offsets[r]), static_cast<std::size_t>(lengths[r])));
  return texts;
}

}  // namespace allfold::mpi
