#include "mpi/call/call.hpp"

#include <atomic>
#include <new>
#include <utility>
#include <vector>

#include "mpi/native/predefined.hpp"
#include "mpi/state/process.hpp"

namespace allfold::mpi::call {

namespace {

std::int64_t count_of(const Arguments& call, int rank) {
  if (call.counts == Arguments::Counts::one) return call.count;
  return call.count_type == CountType::of_int ? static_cast<const int*>(call.list)[rank]
                                              : static_cast<const MPI_Count*>(call.list)[rank];
}

/// An in-place sum, or its shares, of one number of this rank.
int reduce_in_one_memory(schedule::Collective collective, MPI_Comm self) {
  const native::Native& native = state::process().native();
  int number = 0;
  return schedule::goes_in_shares(collective)
             ? native.reduce_scatter_block(&number, &number, 1, MPI_INT, MPI_SUM, self)
             : native.reduce(&number, &number, 1, MPI_INT, MPI_SUM, 0, self);
}

}  // namespace

std::optional<std::int64_t> elements_of_shares(const Arguments& call, int ranks) {
  if (call.counts == Arguments::Counts::one) {
    if (call.count < 0 || call.count > most_elements / ranks) return std::nullopt;
    return call.count * ranks;
  }
  std::int64_t all = 0;
  for (int rank = 0; rank < ranks; ++rank) {
    const std::int64_t own = count_of(call, rank);
    if (own < 0 || own > most_elements - all) return std::nullopt;
    all += own;
  }
  return all;
}

schedule::Blocks share_of(const Arguments& call, int rank) {
  std::int64_t first = 0;
  for (int before = 0; before < rank; ++before) first += count_of(call, before);
  return {.first = first, .last = first + count_of(call, rank)};
}

Starts starts_of(const Arguments& call, int ranks) {
  if (call.counts == Arguments::Counts::one) return {};
  const std::int64_t first = count_of(call, 0);
  bool are_equal = true;
  for (int rank = 1; rank < ranks; ++rank) are_equal = are_equal && count_of(call, rank) == first;
  if (are_equal) return {};
  std::vector<std::int64_t> starts(static_cast<std::size_t>(ranks) + 1);
  for (int rank = 0; rank < ranks; ++rank) {
    const auto at = static_cast<std::size_t>(rank);
    starts[at + 1] = starts[at] + count_of(call, rank);
  }
  return Starts(std::move(starts));
}

std::int64_t elements_of(const Arguments& call) {
  if (!schedule::goes_in_shares(call.collective)) return call.count;
  int ranks = 1;
  PMPI_Comm_size(call.comm, &ranks);
  return elements_of_shares(call, ranks).value_or(0);
}

std::int64_t bytes_of(const Arguments& call) {
  return elements_of(call) * native::size_of(call.datatype);
}

bool is_counted_by(int rank, const Arguments& call) {
  if (!schedule::has_root(call.collective)) return rank == 0;
  int is_inter = 0;
  PMPI_Comm_test_inter(call.comm, &is_inter);
  return call.root == (is_inter != 0 ? MPI_ROOT : rank);
}

bool refuses_one_memory(schedule::Collective collective) {
  using OneMemory = state::Process::OneMemory;
  state::Process& own = state::process();
  std::atomic<OneMemory>& answer = own.one_memory[schedule::goes_in_shares(collective) ? 1 : 0];
  OneMemory known = answer.load(std::memory_order_relaxed);
  if (known != OneMemory::not_asked) return known == OneMemory::refused;
  try {
    MPI_Comm self = own.channels.self();
    if (self == MPI_COMM_NULL) return true;
    known = reduce_in_one_memory(collective, self) == MPI_SUCCESS ? OneMemory::accepted
                                                                  : OneMemory::refused;
  } catch (const std::bad_alloc&) {
    return true;
  }
  answer.store(known, std::memory_order_relaxed);
  return known == OneMemory::refused;
}

bool is_refused(const Arguments& call, int rank, int ranks) {
  const auto is_one_memory = [&call] {
    return call.send == call.receive && refuses_one_memory(call.collective);
  };
  if (schedule::goes_in_shares(call.collective)) {
    const std::optional<std::int64_t> elements = elements_of_shares(call, ranks);
    return !elements || call.receive == MPI_IN_PLACE ||
           (*elements > 0 && call.send != MPI_BOTTOM && is_one_memory());
  }
  if (!schedule::has_root(call.collective))
    return call.receive == MPI_IN_PLACE ||
           (call.send != MPI_BOTTOM && call.count > 1 && is_one_memory());
  if (call.root < 0 || call.root >= ranks) return true;
  return rank == call.root ? call.receive == MPI_IN_PLACE || (call.count > 0 && is_one_memory())
                           : call.send == MPI_IN_PLACE;
}

}  // namespace allfold::mpi::call
