/// Non-overlapping elimination. All ranks in excess are eliminated in one round.
///
/// Idea: with p = q*2^k, q odd, k butterfly rounds make q groups of 2^k. In round k one triple of
/// groups takes a 3-2 step and the others pair up; then with Q = q - 2^⌊lg q⌋ the first Q - 1 of
/// the pairs merge two into one by 2-1 steps, slot by slot, so that a power of two of groups is
/// left for butterflies. In the routing phase the survivors return the piece before round k is
/// undone. `halvings` rounds halve the pieces (long vectors), the others exchange them whole (short
/// vectors); in a 2-1 step a rank sends all that it has.
///
/// Restrictions: none. Any number of ranks; rank order; one bracketing (class F).
///
/// Cost, powers of two: from recursive doubling (no halvings) to halving-doubling (all halving).
/// Other p, no halvings: (1 + ⌈lg p⌉)(α + mβ) + ⌈lg p⌉mγ.
/// Other p, all halving: 2⌈lg p⌉α + (1 + 2^-(k+1) - 1/p')(2mβ + mγ).
///
/// Reference: R. Rabenseifner, J. L. Träff, More Efficient Reduction Algorithms for
/// Non-Power-of-Two Number of Processors in Message-Passing Parallel Systems, EuroPVM/MPI 2004,
/// section 3.3. There the third member of a 3-2 step leaves, and operands are bracketed a∘(b∘c);
/// here the middle one leaves, with (a∘b)∘c, as the tree F brackets them.
///
/// Rounds (`A-B 0-3`: blocks A and B, reduced over ranks 0 to 3):
/// $ allfold plan --brief --algorithm elimination-non-overlapping -p 7
/// rank  start  round 1  round 2  round 3  round 4  round 5  round 6
///    0  A-D 0  A-B 0-1  A-B 0-3  A 0-6    A-B 0-6  "        A-D 0-6
///    1  A-D 1  C-D 0-1  C-D 0-3  C 0-6    C-D 0-6  "        A-D 0-6
///    2  A-D 2  A-B 2-3  ·        ·        ·        A-B 0-6  A-D 0-6
///    3  A-D 3  C-D 2-3  ·        ·        ·        C-D 0-6  A-D 0-6
///    4  A-D 4  A-B 4-5  A-B 4-6  B 0-6    A-B 0-6  "        A-D 0-6
///    5  A-D 5  C-D 4-5  ·        ·        ·        C-D 0-6  A-D 0-6
///    6  A-D 6  "        C-D 4-6  D 0-6    C-D 0-6  A-D 0-6  "
#include <algorithm>
#include <bit>

#include "algorithms/elimination.hpp"
#include "algorithms/preset.hpp"
#include "algorithms/rows.hpp"

namespace allfold::algorithms {

namespace {

/// The groups of each phase:
/// - a *base* group is 2^k successive ranks, before round k
/// - a *double* group is the 2^(k+1) ranks that a step of round k leaves active
/// - a *core* group takes part in the last phase
class GroupsByPhase {
 public:
  explicit GroupsByPhase(int ranks)
      : k_(std::countr_zero(static_cast<unsigned>(ranks))),
        q_(ranks >> k_),
        excess_(q_ - power(floor_log2(q_))) {}

  [[nodiscard]] int k() const { return k_; }
  [[nodiscard]] bool is_power_of_two() const { return q_ == 1; }
  [[nodiscard]] TripleAndPairs pairing() const { return {.triple = 2 * excess_}; }

  [[nodiscard]] int base_of(int rank) const { return rank >> k_; }
  [[nodiscard]] int double_of(int base) const {
    if (base == 2 * excess_) return excess_ - 1;
    return base < 2 * excess_ ? base / 2 : (base - 1) / 2;
  }
  [[nodiscard]] int core_of(int group) const {
    return is_coupled(group) ? group / 2 : group - (excess_ - 1) / 2;
  }
  /// Whether a double group takes part in a 2-1 step: the upper of two successive groups is merged
  /// into the lower one.
  [[nodiscard]] bool is_coupled(int group) const { return group < excess_ - 1; }
  [[nodiscard]] int first_double(int core) const {
    return 2 * core < excess_ - 1 ? 2 * core : core + (excess_ - 1) / 2;
  }

  [[nodiscard]] int rank_in_base(int base, int slot) const { return (base << k_) + slot; }
  /// The slots of a double group: those of its first base group, then those of its last.
  [[nodiscard]] int rank_in_double(int group, int slot) const {
    const int half = slot >> k_;
    const int first = group < excess_ ? 2 * group : 2 * group + 1;
    const int last = group == excess_ - 1 ? first + 2 : first + 1;
    return rank_in_base(half == 0 ? first : last, slot & (power(k_) - 1));
  }
  [[nodiscard]] int slot_in_double(int rank) const {
    const int slot = rank & (power(k_) - 1);
    return rank_in_double(double_of(base_of(rank)), slot) == rank ? slot : slot + power(k_);
  }
  /// lg of the number of core groups.
  [[nodiscard]] int core_rounds() const { return floor_log2(q_) - 1; }

 private:
  int k_;
  int q_;
  int excess_;
};

class Walk {
 public:
  Walk(Steps& steps, const Line& line, int halvings)
      : steps_(steps), line_(line), halvings_(halvings), groups_(line.count) {}

  void take() {
    for (int z = 0; z < groups_.k(); ++z)
      steps_.take(line_.butterfly(z, line_.own, line_.root, form_in_round(z, halvings_),
                                  [](int member) { return member; }));
    if (groups_.is_power_of_two()) return;
    take_triple_or_pair();
    if (steps_.is_active()) take_couple();
    if (steps_.is_active()) take_core();
  }

 private:
  void take_triple_or_pair() {
    const int slot = line_.own & (power(groups_.k()) - 1);
    steps_.take(step_of(groups_.pairing().partners_of(groups_.base_of(line_.own)),
                        form_in_round(groups_.k(), halvings_), line_, groups_.base_of(line_.root),
                        [&](int base) { return groups_.rank_in_base(base, slot); }));
  }
  void take_couple() {
    const int own = group_of(line_.own);
    if (!groups_.is_coupled(own)) return;
    const int slot = groups_.slot_in_double(line_.own);
    const int first = own & ~1;
    const int root = group_of(line_.root);
    const auto rank_in = [&](int group) {
      return line_.rank_of(groups_.rank_in_double(group, slot));
    };
    steps_.take(
        {.kind = Step::Kind::two_one,
         .form = Step::Form::full,
         .members = {rank_in(first), rank_in(first + 1)},
         .place = own - first,
         .destination = line_.destination(2, [&](int place) { return first + place == root; })});
  }
  void take_core() {
    const int slot = groups_.slot_in_double(line_.own);
    const int own = groups_.core_of(group_of(line_.own));
    const int root = groups_.core_of(group_of(line_.root));
    for (int z = 0; z < groups_.core_rounds(); ++z)
      steps_.take(line_.butterfly(
          z, own, root, form_in_round(groups_.k() + 1 + z, halvings_),
          [&](int core) { return groups_.rank_in_double(groups_.first_double(core), slot); }));
  }
  [[nodiscard]] int group_of(int member) const {
    return groups_.double_of(groups_.base_of(member));
  }

  Steps& steps_;
  const Line& line_;
  int halvings_;
  GroupsByPhase groups_;
};

}  // namespace

void eliminate_non_overlapping(Steps& steps, const Line& line, int halvings) {
  Walk(steps, line, halvings).take();
}

int survivor_non_overlapping(int members, int number) {
  const GroupsByPhase groups(members);
  if (groups.is_power_of_two()) return number;
  const int in_double = power(groups.k() + 1);
  return groups.rank_in_double(groups.first_double(number / in_double), number % in_double);
}

int number_non_overlapping(int members, int member) {
  const GroupsByPhase groups(members);
  if (groups.is_power_of_two()) return member;
  const int core = groups.core_of(groups.double_of(groups.base_of(member)));
  const int number = core * power(groups.k() + 1) + groups.slot_in_double(member);
  return survivor_non_overlapping(members, number) == member ? number : -1;
}

constinit const Kernel row::elimination_non_overlapping =
    row_of<one_elimination<Factor::Kind::non_overlapping>>(
        {.name = "elimination-non-overlapping",
         .summary =
             "as elimination-overlapping, with all eliminations in one round by 3-2 and 2-1 steps",
         .formula = "as elimination-overlapping",
         .reference = "RT04, 3.3",
         .parameters = parameter::halvings});

}  // namespace allfold::algorithms
