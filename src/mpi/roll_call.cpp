#include "mpi/roll_call.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sched.h>

#include <algorithm>
#include <chrono>

#include "mpi/print.hpp"

namespace allfold {

namespace {

using Clock = std::chrono::steady_clock;

constexpr auto patience = std::chrono::seconds(10);

/// "2, 3 and 17 others".
std::string text_of(const std::vector<int>& ranks) {
  constexpr std::size_t most = 8;
  const std::size_t shown = std::min(ranks.size(), most);
  std::string text = fmt::format(
      "{}", fmt::join(ranks.begin(), ranks.begin() + static_cast<std::ptrdiff_t>(shown), ", "));
  if (ranks.size() > shown) text += fmt::format(" and {} others", ranks.size() - shown);
  return text;
}

void report_wait(const Members& members, const std::vector<Record>& records) {
  std::vector<int> unheard;
  for (int rank = 0; rank < members.ranks; ++rank) {
    const bool is_heard = records[static_cast<std::size_t>(rank)].state != Record::unheard;
    if (is_heard && rank < members.rank) return;  // the lowest rank that waits speaks
    if (!is_heard && rank != members.rank) unheard.push_back(rank);
  }
  say(fmt::format(
      "rank {} of {} has waited {} s for rank {} (they have not come to their first MPI_Allreduce "
      "or "
      "MPI_Reduce on this communicator, or run without Allfold) does every rank load Allfold? "
      "'mpirun -x LD_PRELOAD' holds for one application context only",
      members.rank, members.ranks, patience.count(), text_of(unheard)));
}

}  // namespace

std::vector<Record> gather(const Members& members, Record own) {
  std::vector<Record> records(static_cast<std::size_t>(members.ranks));
  MPI_Request request = MPI_REQUEST_NULL;
  PMPI_Iallgather(&own, sizeof own, MPI_BYTE, records.data(), sizeof own, MPI_BYTE, members.comm,
                  &request);
  auto report_at = Clock::now() + patience;
  for (unsigned tries = 1;; ++tries) {
    int done = 0;
    PMPI_Test(&request, &done, MPI_STATUS_IGNORE);
    if (done != 0) return records;
    if (tries % 64 != 0) continue;
    sched_yield();
    if (Clock::now() < report_at) continue;
    report_wait(members, records);
    report_at = Clock::time_point::max();
  }
}

}  // namespace allfold
