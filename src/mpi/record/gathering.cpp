#include "mpi/record/gathering.hpp"

namespace allfold::mpi::record {

namespace {

/// Whether its members are those of MPI_COMM_WORLD, in any order.
bool has_all_ranks(MPI_Comm comm) {
  int relation = MPI_UNEQUAL;
  PMPI_Comm_compare(comm, MPI_COMM_WORLD, &relation);
  return relation != MPI_UNEQUAL;
}

}  // namespace

void Gathering::note(MPI_Comm comm, const select::Configuration& agreed,
                     const ObservedCommunicator* observed) {
  const bool has_statistics = agreed.statistics > 0;
  // Empty if a member has no profile.
  const bool has_profile = observed != nullptr && !observed->members().in_world.empty();
  const bool has_lessons = agreed.tuning == select::Tuning::online;
  const bool has_comparisons = agreed.mode == select::Mode::compare;
  if ((!has_statistics || statistics_) && (!has_profile || profile_) &&
      (!has_lessons || lessons_) && (!has_comparisons || comparisons_))
    return;
  if (!has_all_ranks(comm)) return;
  if (has_statistics) statistics_ = true;
  if (has_profile) profile_ = true;
  if (has_lessons) lessons_ = true;
  if (has_comparisons) comparisons_ = true;
}

}  // namespace allfold::mpi::record
