/// @file Postal shape: which parts of the tree F a rank takes from which others, and when.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "algorithms/fold.hpp"
#include "schedule/author.hpp"

namespace allfold::algorithms {

/// A node of the tree F over members 0 ... p-1, with all below it. On level 0 it is one of two
/// members that the fold pairs, on level l > 0 the numbers place * 2^(l-1) and on, 2^(l-1) of them.
struct Part {
  int level;
  int place;

  friend bool operator==(const Part&, const Part&) = default;
};

/// What the head of a part does next: it gets another part from its head, or merges what it got
/// last with what it has had before.
struct Move {
  enum class Kind : std::uint8_t { receive, merge };
  Kind kind;
  Part part = {};                               ///< receive
  schedule::Side side = schedule::Side::right;  ///< merge: where what came last stands
};

/// The postal tree: time is counted in messages that a rank can take, one after the other, and what
/// is sent arrives `lambda` of them later. The head of a part takes each part beside its way up the
/// tree F in as few messages as are there in time, and in more where these would come too late.
class PostalShape {
 public:
  /// `lambda` from 1 on.
  PostalShape(int members, int lambda);

  [[nodiscard]] Part whole() const { return {.level = levels_, .place = 0}; }
  /// The lowest member of a part, which is its head unless the root is inside.
  [[nodiscard]] int first(Part part) const;
  [[nodiscard]] bool contains(Part part, int member) const;
  /// What the head of a part does, in order.
  [[nodiscard]] std::vector<Move> moves(Part part, int head) const;

  /// Parts of one level are alike if the fold pairs all of their members, some, or none.
  enum class Pairs : std::uint8_t { all, some, none };
  static constexpr std::array all_pairs{Pairs::all, Pairs::some, Pairs::none};
  [[nodiscard]] Pairs pairs_of(Part part) const;
  /// The levels, of which `whole` is the last.
  [[nodiscard]] int levels() const { return levels_; }
  /// A part of that kind, if there is one.
  [[nodiscard]] std::optional<Part> find(int level, Pairs pairs) const;
  /// Roots among which there is one that is like any.
  [[nodiscard]] std::vector<int> telling_roots() const;

 private:
  struct Sibling {
    Part part;
    schedule::Side side;
  };
  /// What a head takes in, and when the last of it has arrived.
  struct Intake {
    std::vector<Sibling> siblings;  // from the top of the tree down
    std::vector<Part> messages;     // the last one first
    int last = 0;
  };
  [[nodiscard]] int& ready(Part part);
  [[nodiscard]] int ready(Part part) const;
  [[nodiscard]] bool has_parts(Part part) const;
  /// The one that is ready sooner comes first.
  [[nodiscard]] std::array<Part, 2> by_time(Part part) const;
  [[nodiscard]] std::vector<Sibling> siblings(Part part, int head) const;
  [[nodiscard]] Intake intake(Part part, int head) const;
  bool take(Part part, int& time, std::vector<Part>& messages) const;
  void assemble(Part part, std::vector<Part>& messages, std::vector<Move>& moves) const;

  Fold fold_;
  int lambda_;
  int levels_;
  std::vector<std::array<int, all_pairs.size()>> ready_;  // by level
};

}  // namespace allfold::algorithms
