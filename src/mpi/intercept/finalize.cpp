#include "mpi/intercept/finalize.hpp"

#include <new>
#include <string>
#include <vector>

#include "mpi/compare/comparison_report.hpp"
#include "mpi/machine/members.hpp"
#include "mpi/messages/backend.hpp"
#include "mpi/native/quiet_floating_point.hpp"
#include "mpi/observe/profile_file.hpp"
#include "mpi/record/gathered.hpp"
#include "mpi/state/process.hpp"
#include "mpi/user/print.hpp"
#include "text/format.hpp"

namespace allfold::mpi::intercept {

namespace {

/// Rank 0 prints one table for all ranks.
void print_statistics_of_all(state::Process& process) {
  // An empty table if memory is short, since the others wait for one.
  const std::string own = process.reserve.within(
      [&] { return record::packed(process.statistics.table()); }, std::string("[]"));
  const std::vector<std::string> tables = record::gathered(own, MPI_COMM_WORLD, process.reserve);
  if (tables.empty()) return;
  record::StatisticsTable all;
  for (const std::string& table : tables) record::merge_packed(all, table);
  user::print(record::text_of(all, text::format("{} ranks", tables.size())));
}

/// Prints what this rank has counted as rank 0 of its communicators. Rank 0 of MPI_COMM_WORLD
/// always prints.
void print_own_statistics(const state::Process& process) {
  record::StatisticsTable own = process.statistics.table();
  std::erase_if(own, [](const auto& row) { return row.second.calls == 0; });
  const int rank = machine::Members(MPI_COMM_WORLD).rank;
  if (rank == 0 || !own.empty())
    user::print(record::text_of(
        own, text::format("rank {} only: no reduction on a communicator of all ranks", rank)));
}

void report_statistics(state::Process& process, const select::Configuration& own) {
  if (process.gathering.has_statistics())
    print_statistics_of_all(process);
  else if (own.statistics > 0)
    print_own_statistics(process);
}

void report_lessons(state::Process& process, const select::Configuration& own) {
  if (process.gathering.has_lessons())
    record::write_learnt_rules(process.lessons, own.tune_file, process.reserve);
  else if (own.tuning == select::Tuning::online)
    record::write_own_lessons(process.lessons, own.tune_file);
}

/// Makes the reports in turn, each on all ranks: a rank that has no memory for one must not miss
/// the next.
void report(state::Process& process) {
  const std::shared_ptr<const user::Settings> settings = process.settings();
  for (const auto part : {report_statistics, report_lessons}) {
    try {
      part(process, settings->configuration);
    } catch (const std::bad_alloc&) {
      // The report is lost.
    }
  }
}

/// Makes all reports and ends all state, once. An exception of the program's error handler must not
/// pass through the MPI library.
void finish() noexcept {
  state::Process& owner = state::process();
  if (!owner.is_mpi_running()) return;
  const native::QuietFloatingPoint quiet;
  try {
    observe::write_profile(owner);
    compare::report_comparisons(owner);
    report(owner);
  } catch (...) {
    // The remaining reports are lost.
  }
  owner.close();
}

int self_ends(MPI_Comm /*self*/, int /*keyval*/, void* /*value*/, void* /*unused*/) {
  finish();
  return MPI_SUCCESS;
}

/// Returns whether self_ends() will be called.
bool attach_to_self() {
  int keyval = MPI_KEYVAL_INVALID;
  if (PMPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, &self_ends, &keyval, nullptr) != MPI_SUCCESS)
    return false;
  const int error = PMPI_Comm_set_attr(MPI_COMM_SELF, keyval, nullptr);
  PMPI_Comm_free_keyval(&keyval);  // it exists as long as the attribute
  return error == MPI_SUCCESS;
}

}  // namespace

void watch_for_end() noexcept {
  state::Process& owner = state::process();
  if (owner.has_begun.exchange(true) || !messages::finalize_begins_with_self) return;
  owner.is_end_watched = attach_to_self();
}

int finalize(decltype(&PMPI_Finalize) next) {
  if (!state::process().is_end_watched) finish();
  return next();
}

}  // namespace allfold::mpi::intercept
