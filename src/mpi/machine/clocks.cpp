#include "mpi/machine/clocks.hpp"

#include "mpi/native/quiet_floating_point.hpp"

#include <array>

namespace allfold::mpi::machine {

namespace {

constexpr int tag = 1;
/// Number of round trips, of which the shortest counts. The first ones open the connection.
constexpr std::size_t exchanges = 32;

void answer(int asker, MPI_Comm comm) {
  for (std::size_t i = 0; i < exchanges; ++i) {
    PMPI_Recv(nullptr, 0, MPI_BYTE, asker, tag, comm, MPI_STATUS_IGNORE);
    const profile::Nanoseconds shown = profile::now();
    PMPI_Send(&shown, sizeof shown, MPI_BYTE, asker, tag, comm);
  }
}

profile::ClockOffset ask(int reference, MPI_Comm comm) {
  std::array<profile::Exchange, exchanges> all;
  for (profile::Exchange& each : all) {
    each.asked = profile::now();
    PMPI_Send(nullptr, 0, MPI_BYTE, reference, tag, comm);
    PMPI_Recv(&each.shown, sizeof each.shown, MPI_BYTE, reference, tag, comm, MPI_STATUS_IGNORE);
    each.answered = profile::now();
  }
  const native::QuietFloatingPoint quiet;
  return profile::offset_of(all);
}

}  // namespace

profile::ClockOffset offset_from(int reference, const algorithms::Nodes& nodes, MPI_Comm comm) {
  int rank = 0;
  PMPI_Comm_rank(comm, &rank);
  const int own_node = nodes.node_of(rank);
  if (rank == reference)
    for (int node = 0; node < nodes.count(); ++node)
      if (node != own_node) answer(nodes.members(node).front(), comm);
  if (own_node == nodes.node_of(reference)) return {.at = profile::now()};
  profile::ClockOffset offset;
  const int asker = nodes.members(own_node).front();
  if (rank != asker) {
    PMPI_Recv(&offset, sizeof offset, MPI_BYTE, asker, tag, comm, MPI_STATUS_IGNORE);
    return offset;
  }
  offset = ask(reference, comm);
  for (const int member : nodes.members(own_node))
    if (member != rank) PMPI_Send(&offset, sizeof offset, MPI_BYTE, member, tag, comm);
  return offset;
}

}  // namespace allfold::mpi::machine
