#include "mpi/record/over_ranks.hpp"

#include <optional>
#include <string>
#include <utility>

#include "mpi/machine/members.hpp"
#include "profile/json.hpp"

namespace allfold::mpi::record {

namespace {

constexpr int tag = 1;

/// Sends a text to rank `to`. A text of 0 bytes means that this rank had no memory for more. The
/// receiver answers whether it has memory, so neither rank waits for the other.
void send(const std::string& text, int to, MPI_Comm comm) {
  const int size = static_cast<int>(text.size());
  int is_awaited = 0;
  PMPI_Send(&size, 1, MPI_INT, to, tag, comm);
  PMPI_Recv(&is_awaited, 1, MPI_INT, to, tag, comm, MPI_STATUS_IGNORE);
  if (is_awaited != 0) PMPI_Send(text.data(), size, MPI_CHAR, to, tag, comm);
}

std::string received(int from, MPI_Comm comm, memory::Reserve& reserve) {
  int size = 0;
  PMPI_Recv(&size, 1, MPI_INT, from, tag, comm, MPI_STATUS_IGNORE);
  std::string text = reserve.within(
      [&] { return std::string(static_cast<std::size_t>(size), ' '); }, std::string());
  const int is_awaited = text.empty() ? 0 : 1;
  PMPI_Send(&is_awaited, 1, MPI_INT, from, tag, comm);
  if (is_awaited != 0) PMPI_Recv(text.data(), size, MPI_CHAR, from, tag, comm, MPI_STATUS_IGNORE);
  return text;
}

/// Adds the profile of other ranks. If memory is short, `all` is unchanged.
void add_text(profile::Profile& all, const std::string& text, memory::Reserve& reserve) {
  const auto sum_of_both = [&] {
    profile::Profile sum = all;
    std::string problem;
    if (const auto part = profile::parse(text, problem)) sum.add(*part);
    return std::optional(std::move(sum));
  };
  if (auto sum = reserve.within(sum_of_both, std::optional<profile::Profile>()))
    all = std::move(*sum);
}

}  // namespace

profile::Profile added_over_ranks(profile::Profile own, MPI_Comm comm, memory::Reserve& reserve) {
  const machine::Members members(comm);
  own.ranks = members.ranks;  // 0 if memory was short, but the receiver expects the number
  for (int distance = 1; distance < members.ranks; distance *= 2) {
    if ((members.rank & distance) != 0) {
      const auto text = [&] { return profile::text_of(own, profile::Style::compact); };
      send(reserve.within(text, std::string()), members.rank - distance, comm);
      break;
    }
    if (members.rank + distance < members.ranks)
      add_text(own, received(members.rank + distance, comm, reserve), reserve);
  }
  return own;
}

}  // namespace allfold::mpi::record
