#include "mpi/intercept/finalize.hpp"

#include <memory>
#include <new>

#include "mpi/compare/comparison_report.hpp"
#include "mpi/messages/backend.hpp"
#include "mpi/native/quiet_floating_point.hpp"
#include "mpi/observe/reports.hpp"
#include "mpi/state/process.hpp"

namespace allfold::mpi::intercept {

namespace {

void report_lessons(state::Process& process) {
  const std::shared_ptr<const user::Settings> settings = process.settings();
  const select::Configuration& own = settings->configuration;
  try {
    if (process.gathering.has_lessons())
      record::write_learnt_rules(process.lessons, own.tune_file, process.reserve);
    else if (own.tuning == select::Tuning::online)
      record::write_own_lessons(process.lessons, own.tune_file);
  } catch (const std::bad_alloc&) {
    // The report is lost.
  }
}

/// Makes all reports and ends all state, once. An exception of the program's error handler must not
/// pass through the MPI library.
void finish() noexcept {
  state::Process& owner = state::process();
  if (!owner.is_mpi_running()) return;
  const native::QuietFloatingPoint quiet;
  try {
    // Each on all ranks: a rank that has no memory for one must not miss the next.
    observe::report_records(owner);
    compare::report_comparisons(owner);
    report_lessons(owner);
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
