#include "mpi/comparison_report.hpp"

#include <atomic>
#include <cstdlib>
#include <new>
#include <string>
#include <vector>

#include "mpi/gathered.hpp"
#include "mpi/members.hpp"
#include "mpi/print.hpp"
#include "mpi/quiet_floating_point.hpp"
#include "text/format.hpp"

namespace allfold::mpi {

namespace {

void print_all(Process& process) {
  // An empty text if memory is short, since the others wait for one.
  const std::string own = process.reserve.within(
      [&] { return packed(process.comparisons.part_of_all()); }, std::string());
  const std::vector<std::string> parts = gathered(own, MPI_COMM_WORLD, process.reserve);
  if (parts.empty()) return;
  comparison::Tally all;
  for (const std::string& part : parts)
    if (!part.empty()) merge_packed(all, part);
  print(text_of(all, text::format("{} ranks", parts.size())));
}

void print_own(const comparison::Tally& own, std::string_view why) {
  print(text_of(own, text::format("rank {} only ({})", Members(MPI_COMM_WORLD).rank, why)));
}

}  // namespace

void report_comparisons(Process& process) {
  try {
    if (process.gathering.has_comparisons())
      print_all(process);
    else if (const comparison::Tally own = process.comparisons.of_rank();
             !own.is_empty() || (process.comparisons.is_on() && Members(MPI_COMM_WORLD).rank == 0))
      print_own(own, "no reduction on a communicator of all ranks");
  } catch (const std::bad_alloc&) {
    // The report is lost.
  }
}

void report_own_comparisons(Process& process, Ending ending) {
  const QuietFloatingPoint quiet;
  // The MPI library may call exit() when it aborts, and a forked child is not a rank.
  static std::atomic<bool> is_done = false;
  if (!process.comparisons.is_on() || !process.is_mpi_running() || process.is_forked() ||
      is_done.exchange(true))
    return;
  if (ending == Ending::by_exit && Members(MPI_COMM_WORLD).rank > 0) return;
  try {
    const comparison::Tally own = process.comparisons.of_rank();
    if (own.is_empty()) return;
    print_own(own, ending == Ending::by_abort ? "the program called MPI_Abort"
                                              : "the program ended without MPI_Finalize");
  } catch (const std::bad_alloc&) {
    // The report is lost.
  }
}

void report_comparisons_at_exit() {
  static const int registered =
      std::atexit([] { report_own_comparisons(process(), Ending::by_exit); });
  static_cast<void>(registered);
}

}  // namespace allfold::mpi
