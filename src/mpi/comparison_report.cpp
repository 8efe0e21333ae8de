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
#include "mpi/rank_file.hpp"
#include "text/format.hpp"

namespace allfold::mpi {

namespace {

/// Prints it, and writes it to the file that is asked for.
void give(Process& process, int rank, const comparison::Tally& tally, std::string_view of_whom) {
  const std::string text = text_of(tally, of_whom);
  print(text);
  const std::string setting = process.settings()->configuration.compare_report;
  if (setting == "none") return;
  const system::NewFile file =
      process.reserve.within([&] { return write_file_of_rank(setting, rank, ".txt", text); });
  if (!file.problem.empty())
    say(
        text::format("warning: ALLFOLD_COMPARE_REPORT={}: cannot be written: {}; the report is on "
                     "standard error only",
                     setting, file.problem));
}

void give_all(Process& process) {
  // An empty text if memory is short, since the others wait for one.
  const std::string own = process.reserve.within(
      [&] { return packed(process.comparisons.part_of_all()); }, std::string());
  const std::vector<std::string> parts = gathered(own, MPI_COMM_WORLD, process.reserve);
  if (parts.empty()) return;
  comparison::Tally all;
  for (const std::string& part : parts)
    if (!part.empty()) merge_packed(all, part);
  give(process, 0, all, text::format("{} ranks", parts.size()));
}

void give_own(Process& process, const comparison::Tally& own, std::string_view why) {
  const int rank = Members(MPI_COMM_WORLD).rank;
  give(process, rank, own, text::format("rank {} only ({})", rank, why));
}

}  // namespace

void report_comparisons(Process& process) {
  try {
    if (process.gathering.has_comparisons())
      give_all(process);
    else if (const comparison::Tally own = process.comparisons.of_rank();
             !own.is_empty() || (process.comparisons.is_on() && Members(MPI_COMM_WORLD).rank == 0))
      give_own(process, own, "no reduction on a communicator of all ranks");
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
    give_own(process, own,
             ending == Ending::by_abort ? "the program called MPI_Abort"
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
