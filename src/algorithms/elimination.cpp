#include "algorithms/elimination.hpp"

#include <algorithm>
#include <bit>

namespace allfold::algorithms {

TripleAndPairs::Partners TripleAndPairs::partners_of(int group) const {
  if (triple >= 0 && triple - 2 <= group && group <= triple)
    return {.groups = {triple - 2, triple - 1, triple}, .place = group - (triple - 2)};
  const int shift = triple >= 0 && group > triple ? 1 : 0;
  const int first = ((group - shift) & ~1) + shift;
  return {.groups = {first, first + 1, -1}, .place = group - first};
}

Claim elimination_cost(Collective collective, int members, int halvings) {
  const double floor = floor_log2(members);
  const int k = std::countr_zero(static_cast<unsigned>(members));
  const double share = inverse_power(halvings);
  // Only the first elimination, which is the largest, takes more time: in all later ones one of the
  // groups is late already.
  const double extra = is_power(members) ? 0 : k < halvings ? inverse_power(k + 1) : share;
  const double full = floor - halvings;
  const bool everyone = goes_to_all(collective);
  if (goes_in_shares(collective)) {
    const double steps_of_three = is_power(members) ? 0 : 1;
    return {.kind = Claim::Kind::at_most,
            .cost = {.rounds = floor + steps_of_three,
                     .volume = 1 - share + full * share + extra,
                     .reductions = 1 - share + full * share + extra},
            .sum = is_power(members) ? Claim::Sum::exact : Claim::Sum::bound};
  }
  cost::Cost cost{.rounds = floor + halvings,
                  .volume = 2 * (1 - share) + full * share + 2 * extra,
                  .reductions = 1 - share + full * share + extra};
  if (!is_power(members)) cost.rounds += 2;
  if (!is_power(members) && k >= halvings) {
    cost.one_way_rounds = 2;
    cost.one_way_volume = 2 * share;
  }
  return {.kind = everyone ? Claim::Kind::exactly : Claim::Kind::at_most,
          .cost = cost,
          .sum = is_power(members) ? Claim::Sum::exact : Claim::Sum::bound};
}

}  // namespace allfold::algorithms
