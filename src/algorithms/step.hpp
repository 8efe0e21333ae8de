/// @file Steps: the exchanges among two or three ranks of which butterfly-like algorithms consist.
///
/// The general form is that of [RT04, figure 1]. In the *reduction phase* a rank takes one step
/// after the other; each leaves it with the reduction over more ranks of the piece it had or of
/// half of it. In the *routing phase* the steps are undone in reverse order, so that each rank that
/// is to have the result gets back the parts that its steps gave away.
#pragma once

#include <array>
#include <vector>

#include "algorithms/kernel.hpp"
#include "algorithms/powers.hpp"
#include "schedule/author.hpp"

namespace allfold {

/// Who is to have the complete piece when a step is undone: one of its members by place, or these.
enum class Destination : std::int8_t {
  nobody = -2,
  everyone = -1,
  first = 0,
  second = 1,
  third = 2
};

/// One step, on ranks that hold partial results of the same piece over ranges of ranks in order.
struct Step {
  enum class Kind : std::uint8_t {
    butterfly,  ///< two ranks exchange and both go on
    three_two,  ///< three ranks, (a ∘ b) ∘ c: a and c go on, b is out
    two_one,    ///< two ranks: the first takes in the second, which is out
  };
  /// What those that go on keep: half of the piece each, or all of it.
  enum class Form : std::uint8_t { halving, full };

  Kind kind;
  Form form;
  std::array<int, 3> members;  ///< ranks, in rank order
  int place;                   ///< which member this rank is
  Destination destination;
};

/// The piece that a member is left with; empty if it is out.
[[nodiscard]] Blocks kept(const Step& step, Blocks piece);

/// A step and the piece that its members held when it began.
struct Taken {
  Step step;
  Blocks piece;
};

/// Takes a step of the reduction phase. Returns what `kept` says.
Blocks take(Author& author, const Taken& taken);

/// Undoes a step, in the routing phase.
void undo(Author& author, const Taken& taken);

/// One rank's way through both phases.
class Steps {
 public:
  explicit Steps(Author& author) : author_(author), piece_(author.all()) {}

  /// Whether this rank is still in.
  [[nodiscard]] bool is_active() const { return !piece_.empty(); }
  /// The piece it holds.
  [[nodiscard]] Blocks piece() const { return piece_; }

  void take(const Step& step);
  /// Undoes the latest step.
  void undo_latest();
  /// Undoes all steps.
  void route();

 private:
  Author& author_;
  Blocks piece_;
  std::vector<Taken> taken_;
};

/// Where a step's result goes: for Allreduce to everyone, for Reduce to the member whose group is
/// the root's. `groups` are those of the members.
[[nodiscard]] Destination destination_of(Collective collective, int roots_group,
                                         std::array<int, 3> groups);

/// The butterfly step of number `number`, among numbers 0 ... 2^k - 1, with number XOR 2^z.
/// `rank_of(number)` gives the ranks; `root` is the root's number.
template <class RankOf>
Step butterfly_step(const Task& task, int z, int number, int root, Step::Form form,
                    RankOf rank_of) {
  const int lower = number & ~power(z);
  const int group = lower >> z;
  return {.kind = Step::Kind::butterfly,
          .form = form,
          .members = {rank_of(lower), rank_of(lower | power(z)), -1},
          .place = number >> z & 1,
          .destination = destination_of(task.collective, root >> z, {group, group + 1, -1})};
}

}  // namespace allfold
