#include "mpi/setup/grid.hpp"

#include <vector>

#include "select/own_grid.hpp"

namespace allfold::mpi::setup {

namespace {

/// The dimensions of a Cartesian communicator, which MPI requires to be equal on all ranks;
/// otherwise empty.
std::vector<int> cartesian_dimensions(MPI_Comm comm) {
  int topology = MPI_UNDEFINED;
  PMPI_Topo_test(comm, &topology);
  int count = 0;
  if (topology == MPI_CART) PMPI_Cartdim_get(comm, &count);
  std::vector<int> dimensions(static_cast<std::size_t>(count));
  std::vector<int> periods(dimensions.size());
  std::vector<int> own_place(dimensions.size());
  if (count > 0) PMPI_Cart_get(comm, count, dimensions.data(), periods.data(), own_place.data());
  return dimensions;
}

}  // namespace

int rows_of_grid(MPI_Comm comm, const machine::Roster& roster) {
  const int rows = select::rows_of_dimensions(cartesian_dimensions(comm));
  return rows != 0 ? rows : roster.node_rows;
}

}  // namespace allfold::mpi::setup
