#include "node/group_call.hpp"

#include <utility>

namespace allfold::node {

bool GroupCall::await_reduced(int rank, std::uint64_t cycle) {
  if (rank == team_.rank() || team_.await_of(rank, team_.shown(Progress::reduced, rank), cycle,
                                             team_.latest_call(), elements_.asked))
    return true;
  note_mismatch();
  return false;
}

void GroupCall::use_place(PlacesInUse& places, std::uint64_t cycle, int readers) {
  const PlacesInUse::Use before = std::exchange(places.of(cycle), {cycle, readers});
  // In clusters, all ranks have waited for that already: see AreaCall::begin().
  if (before.cycle == 0 || !team_.is_flat()) return;
  const std::uint64_t call = before.cycle / most_cycles;
  for (int rank = 0; rank < team_.ranks(); ++rank) {
    if (before.readers != everyone && before.readers != rank) continue;
    // A rank that has left that call does not read there any more.
    if (rank != team_.rank() &&
        !team_.await_of(rank, team_.shown(Progress::reduced, rank), before.cycle, call,
                        elements_.asked) &&
        call == team_.latest_call())
      note_mismatch();
  }
}

}  // namespace allfold::node
