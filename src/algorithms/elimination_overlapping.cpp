/// Overlapping elimination. For each bit set in p, one triple of groups drops one of its groups.
///
/// Idea: in round z there are ⌊p/2^z⌋ groups of 2^z active ranks, which pair up slot by slot in
/// butterfly steps. If bit z of p is set, one triple of groups takes a 3-2 step instead, which
/// eliminates its middle group. Every rank computes its group, slot and step in round z without
/// communication. The layout fits the tree F: with Q = p - 2^⌊lg p⌋ and Q_z = ⌊Q/2^z⌋ odd, the
/// triple is (2Q_z-2, 2Q_z-1, 2Q_z). `halvings` rounds halve the pieces (long vectors), the others
/// exchange them whole (short vectors).
///
/// Restrictions: none. Any number of ranks; rank order; one bracketing (class F).
///
/// Cost, powers of two: from recursive doubling (no halvings) to halving-doubling (all halving).
/// Other p, no halvings: (1 + ⌈lg p⌉)(α + mβ) + ⌈lg p⌉mγ.
/// Other p = q*2^k, q odd, all halving: 2⌈lg p⌉α + (1 + 2^-(k+1) - 1/p')(2mβ + mγ).
///
/// Reference: R. Rabenseifner, J. L. Träff, More Efficient Reduction Algorithms for
/// Non-Power-of-Two Number of Processors in Message-Passing Parallel Systems, EuroPVM/MPI 2004,
/// section 3.2. There the third member of a 3-2 step leaves, and operands are bracketed a∘(b∘c);
/// here the middle one leaves, with (a∘b)∘c, as the tree F brackets them.
///
/// Rounds (`A-B 0-3`: blocks A and B, reduced over ranks 0 to 3):
/// $ allfold plan --brief --algorithm elimination-overlapping -p 7
/// rank  start  round 1  round 2  round 3  round 4  round 5  round 6
///    0  A-D 0  A-B 0-1  A 0-3    A 0-6    "        A-B 0-6  A-D 0-6
///    1  A-D 1  C-D 0-1  C 0-3    C 0-6    "        C-D 0-6  A-D 0-6
///    2  A-D 2  A-B 2-3  B 0-3    ·        B 0-6    A-B 0-6  A-D 0-6
///    3  A-D 3  C-D 2-3  D 0-3    ·        D 0-6    C-D 0-6  A-D 0-6
///    4  A-D 4  A-B 4-5  A-B 4-6  B 0-6    A-B 0-6  "        A-D 0-6
///    5  A-D 5  C-D 4-5  ·        ·        ·        C-D 0-6  A-D 0-6
///    6  A-D 6  "        C-D 4-6  D 0-6    C-D 0-6  A-D 0-6  "
#include "algorithms/elimination.hpp"
#include "algorithms/preset.hpp"
#include "algorithms/rows.hpp"

namespace allfold::algorithms {

namespace {

/// The group and the slot of each rank in round `z`, on p = 2^k + Q ranks.
class GroupsInRound {
 public:
  GroupsInRound(int ranks, int z)
      : excess_(ranks - power(floor_log2(ranks))),
        z_(z),
        late_group_(2 * (excess_ >> z)),
        late_start_(late_group_ << z),
        eliminated_(excess_ & (power(z) - 1)) {}

  [[nodiscard]] TripleAndPairs pairing() const {
    return {.triple = (excess_ >> z_ & 1) != 0 ? late_group_ : -1};
  }
  /// The group of a rank, even if the rank was eliminated.
  [[nodiscard]] int group_of(int rank) const {
    if (rank < late_start_) return rank >> z_;
    if (rank < late_start_ + power(z_) + eliminated_) return late_group_;
    return (rank - eliminated_) >> z_;
  }
  /// The rank of an active slot.
  [[nodiscard]] int rank_of(int group, int slot) const {
    if (group < late_group_) return (group << z_) + slot;
    if (group > late_group_) return (group << z_) + eliminated_ + slot;
    return late_rank(slot);
  }
  /// The slot of an active rank.
  [[nodiscard]] int slot_of(int rank) const {
    const int group = group_of(rank);
    if (group != late_group_) return rank - rank_of(group, 0);
    int slot = rank - late_start_;
    for_each_earlier_elimination([&](int first, int count) { slot -= rank >= first ? count : 0; });
    return slot;
  }

 private:
  /// Calls visit(first rank, count) for the ranks eliminated before round z, in ascending order.
  template <class Visit>
  void for_each_earlier_elimination(Visit visit) const {
    for (int y = z_ - 1; y >= 0; --y)
      if ((excess_ >> y & 1) != 0) visit((2 * (excess_ >> y) - 1) << y, power(y));
  }
  [[nodiscard]] int late_rank(int slot) const {
    int rank = late_start_ + slot;
    for_each_earlier_elimination([&](int first, int count) { rank += rank >= first ? count : 0; });
    return rank;
  }

  int excess_;
  int z_;
  int late_group_;  // the group that contains eliminated ranks
  int late_start_;
  int eliminated_;
};

}  // namespace

void eliminate_overlapping(Steps& steps, const Line& line, int halvings) {
  for (int z = 0; z < floor_log2(line.count) && steps.is_active(); ++z) {
    const GroupsInRound groups(line.count, z);
    const int slot = groups.slot_of(line.own);
    steps.take(step_of(groups.pairing().partners_of(groups.group_of(line.own)),
                       form_in_round(z, halvings), line, groups.group_of(line.root),
                       [&](int group) { return groups.rank_of(group, slot); }));
  }
}

int survivor_overlapping(int members, int number) {
  return GroupsInRound(members, floor_log2(members)).rank_of(0, number);
}

int number_overlapping(int members, int member) {
  const int number = GroupsInRound(members, floor_log2(members)).slot_of(member);
  const bool is_number = 0 <= number && number < power(floor_log2(members));
  return is_number && survivor_overlapping(members, number) == member ? number : -1;
}

constinit const Kernel row::elimination_overlapping =
    row_of<one_elimination<Factor::Kind::overlapping>>(
        {.name = "elimination-overlapping",
         .summary = "butterflies; where p has a bit set, a 3-2 elimination step",
         .formula = "as halving-doubling; else, p = q·2^k, q odd, "
                    "2⌈lg p⌉α + (1 + 2^−(k+1) − 1/p')(2mβ + mγ); "
                    "without halvings (1 + ⌈lg p⌉)(α + mβ) + ⌈lg p⌉mγ",
         .reference = "RT04, 3.2",
         .parameters = parameter::halvings});

}  // namespace allfold::algorithms
