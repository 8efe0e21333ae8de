#include "mpi/compare/comparison_report.hpp"

#include <cstdlib>
#include <new>
#include <string>
#include <vector>

#include "mpi/machine/members.hpp"
#include "mpi/native/quiet_floating_point.hpp"
#include "mpi/record/gathered.hpp"
#include "mpi/record/rank_file.hpp"
#include "mpi/user/print.hpp"
#include "text/format.hpp"

namespace allfold::mpi::compare {

namespace {

/// Prints it, and writes it to the file that is asked for.
void give(state::Process& process, int rank, const comparison::Tally& tally,
          std::string_view of_whom) {
  const std::string text = text_of(tally, of_whom);
  user::print(text);
  const std::string setting = process.settings()->configuration.compare_report;
  if (setting == "none") return;
  const system::NewFile file = process.reserve.within(
      [&] { return record::write_file_of_rank(setting, rank, ".txt", text); });
  if (!file.problem.empty())
    user::say(
        text::format("warning: ALLFOLD_COMPARE_REPORT={}: cannot be written: {}; the report is on "
                     "standard error only",
                     setting, file.problem));
}

void give_all(state::Process& process) {
  // An empty text if memory is short, since the others wait for one.
  const std::string own = process.reserve.within(
      [&] { return packed(process.comparisons.part_of_all()); }, std::string());
  const std::vector<std::string> parts = record::gathered(own, MPI_COMM_WORLD, process.reserve);
  if (parts.empty()) return;
  comparison::Tally all;
  for (const std::string& part : parts)
    if (!part.empty()) merge_packed(all, part);
  give(process, 0, all, text::format("{} ranks", parts.size()));
}

void give_own(state::Process& process, const comparison::Tally& own, std::string_view why) {
  const int rank = machine::rank_in_world();
  give(process, rank, own, text::format("rank {} only ({})", rank, why));
}

}  // namespace

void report_comparisons(state::Process& process) {
  try {
    if (process.gathering.has_comparisons())
      give_all(process);
    else if (const comparison::Tally own = process.comparisons.of_rank();
             !own.is_empty() || (process.comparisons.is_on() && machine::rank_in_world() == 0))
      give_own(process, own, "no reduction on a communicator of all ranks");
  } catch (const std::bad_alloc&) {
    // The report is lost.
  }
}

void report_own_comparisons(state::Process& process, state::Ending ending) {
  const native::QuietFloatingPoint quiet;
  static state::OwnReport report;
  if (!process.comparisons.is_on() || !report.is_due(process, ending)) return;
  try {
    const comparison::Tally own = process.comparisons.of_rank();
    if (!own.is_empty()) give_own(process, own, text_of(ending));
  } catch (const std::bad_alloc&) {
    // The report is lost.
  }
}

void report_comparisons_at_exit() {
  static const int registered =
      std::atexit([] { report_own_comparisons(state::process(), state::Ending::by_exit); });
  static_cast<void>(registered);
}

}  // namespace allfold::mpi::compare
