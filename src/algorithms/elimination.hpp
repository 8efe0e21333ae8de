/// @file Elimination: what its two layouts share. (Rabenseifner, Träff, EuroPVM/MPI 2004, sections 3.2
/// and 3.3)
#pragma once

#include <array>

#include "algorithms/line.hpp"

namespace allfold::algorithms {

/// The form of the steps in rounds 0, 1, ... of which the first `halvings` halve. Nominal rounds
/// count, never a rank's own piece: pieces differ by an element, and partners would disagree.
[[nodiscard]] constexpr Step::Form form_in_round(int round, int halvings) {
  return round < halvings ? Step::Form::halving : Step::Form::full;
}

/// Groups of ranks of which one triple, (triple - 2, triple - 1, triple), takes a mirrored 3-2
/// step, while the others pair up in order. Without a triple (-1) all pair up.
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
  /// The groups that exchange with each other, `group` among them.
  [[nodiscard]] Partners partners_of(int group) const;
};

/// The step of these on a line; `member_in(group)` gives the members, `roots_group` is the
/// root's.
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

/// All ranks of a task eliminated in one way or the other, with its parameter `halvings`.
[[nodiscard]] Composition one_elimination(const Task& task, Factor::Kind kind);

/// Takes the steps of one layout or the other on a line of any number of members.
void eliminate_overlapping(Steps& steps, const Line& line, int halvings);
void eliminate_non_overlapping(Steps& steps, const Line& line, int halvings);

/// What both cost on so many members.
[[nodiscard]] Claim elimination_cost(Collective collective, int members, int halvings);

}  // namespace allfold::algorithms
