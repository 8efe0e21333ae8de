/// @file Postal shape: which parts of the tree F a rank receives from which ranks, and when.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "algorithms/fold.hpp"
#include "schedule/author.hpp"

namespace allfold::algorithms {

/// A subtree of the tree F over members 0 ... p-1. On level 0 it is one of two members that the
/// fold pairs. On level l > 0 it covers 2^(l-1) numbers, from place * 2^(l-1).
struct Part {
  int level;
  int place;

  friend bool operator==(const Part&, const Part&) = default;
};

/// One operation of the head of a part: it receives another part from that part's head, or merges
/// the latest part that it received with what it had before.
struct Move {
  enum class Kind : std::uint8_t { receive, merge };
  Kind kind;
  Part part = {};                               ///< receive
  schedule::Side side = schedule::Side::right;  ///< merge: the side of the latest part
};

/// The postal tree. The unit of time is the time in which a rank receives one message; a message
/// arrives `lambda` units after it was sent. On its way up the tree F, the head of a part receives
/// each sibling in one message if it is ready in time, otherwise in several messages, from its
/// parts.
class PostalShape {
 public:
  /// `lambda` is at least 1.
  PostalShape(int members, int lambda);

  [[nodiscard]] Part whole() const { return {.level = levels_, .place = 0}; }
  /// The lowest member of a part, which is its head unless the root is inside.
  [[nodiscard]] int first(Part part) const;
  [[nodiscard]] bool contains(Part part, int member) const;
  /// The operations of the head of a part, in order.
  [[nodiscard]] std::vector<Move> moves(Part part, int head) const;

  /// Whether the fold pairs all members of a part, some, or none. Parts of one level for which this
  /// is equal have the same shape.
  enum class Pairs : std::uint8_t { all, some, none };
  static constexpr std::array all_pairs{Pairs::all, Pairs::some, Pairs::none};
  [[nodiscard]] Pairs pairs_of(Part part) const;
  /// The number of the highest level, which is that of `whole`.
  [[nodiscard]] int levels() const { return levels_; }
  /// A part of that kind, if there is one.
  [[nodiscard]] std::optional<Part> find(int level, Pairs pairs) const;
  /// Roots that represent all others: each root has the same shape as one of these.
  [[nodiscard]] std::vector<int> telling_roots() const;

 private:
  struct Sibling {
    Part part;
    schedule::Side side;
  };
  /// What a head receives, and when the last message has arrived.
  struct Intake {
    std::vector<Sibling> siblings;  // from the top of the tree down
    std::vector<Part> messages;     // the last one first
    int last = 0;
  };
  [[nodiscard]] int& ready(Part part);
  [[nodiscard]] int ready(Part part) const;
  [[nodiscard]] bool has_parts(Part part) const;
  /// The two parts of a part; the one that is ready sooner comes first.
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
