/// @file Elimination: what its two layouts have in common (Rabenseifner, Träff, EuroPVM/MPI 2004,
/// sections 3.2 and 3.3).
#pragma once

#include <array>

#include "algorithms/line.hpp"

namespace allfold::algorithms {

/// The form of the step in round `round`: the first `halvings` rounds halve the piece. The form
/// never depends on the length of a rank's own piece: lengths differ by an element, and partners
/// would disagree.
[[nodiscard]] constexpr Step::Form form_in_round(int round, int halvings) {
  return round < halvings ? Step::Form::halving : Step::Form::full;
}

/// Groups of ranks of which one triple, (triple - 2, triple - 1, triple), takes a 3-2 step, while
/// the others pair up in order. Without a triple (-1) all pair up.
struct TripleAndPairs {
  int triple = -1;

  struct Partners {
    std::array<int, 3> groups;
    int place;
    [[nodiscard]] int size() const { return groups[2] < 0 ? 2 : 3; }
    [[nodiscard]] Step::Kind kind() const {
      return size() == 2 ? Step::Kind::butterfly : Step::Kind::three_two;
    }
  };
  /// The groups of the step in which `group` takes part.
  [[nodiscard]] Partners partners_of(int group) const;
};

/// The step of `partners` on a line. `member_in(group)` is the member that takes part for a group;
/// `roots_group` is the root's group.
template <class MemberIn>
[[nodiscard]] Step step_of(const TripleAndPairs::Partners& partners, Step::Form form,
                           const Line& line, int roots_group, MemberIn member_in) {
  Step step{.kind = partners.kind(),
            .form = form,
            .members = {},
            .place = partners.place,
            .destination = line.destination(partners.size(), [&](int place) {
              return partners.groups[static_cast<std::size_t>(place)] == roots_group;
            })};
  for (int place = 0; place < partners.size(); ++place)
    step.members.push_back(
        line.rank_of(member_in(partners.groups[static_cast<std::size_t>(place)])));
  return step;
}

/// One elimination among all ranks of the task, of the layout `kind` and with the task's parameter
/// `halvings`.
template <Factor::Kind kind>
[[nodiscard]] Composition one_elimination(const Task& task) {
  if (task.ranks == 1) return {};
  return {{.kind = kind,
           .groups = task.ranks,
           .halvings = task.parameters.halvings_up_to(floor_log2(task.ranks))}};
}

/// Take the steps of each layout on a line of any number of members. The first `halvings` rounds
/// halve the piece.
void eliminate_overlapping(Steps& steps, const Line& line, int halvings);
void eliminate_non_overlapping(Steps& steps, const Line& line, int halvings);

/// After an elimination the members that hold pieces have numbers 0 ... 2^⌊lg count⌋ - 1: bit z is
/// the half of the piece that a member took, or would have taken, in round z. Both return the member
/// with a number.
[[nodiscard]] int survivor_overlapping(int members, int number);
[[nodiscard]] int survivor_non_overlapping(int members, int number);
/// Both return the number of a member; -1 if it has dropped out.
[[nodiscard]] int number_overlapping(int members, int member);
[[nodiscard]] int number_non_overlapping(int members, int member);

/// The cost of either layout on `members` members.
[[nodiscard]] Claim elimination_cost(Collective collective, int members, int halvings);

}  // namespace allfold::algorithms
