/// @file Order: the order in which operands are reduced, and where intermediate results are stored.
#pragma once

#include <span>
#include <vector>

#include "node/hierarchy.hpp"

namespace allfold::node {

/// The reductions of a tree, as a sequence. Vectors are numbered: operands from 0 on, then the
/// result and temporary vectors by negative numbers.
class Order {
 public:
  static constexpr int result = -1;
  static constexpr int first_temporary = -2;  ///< further ones have lower numbers

  struct Pair {
    int into;  ///< equals `right`, unless that is an operand
    int left;
    int right;
  };

  /// The tree F of operands 0 ... `operands` - 1.
  static Order of_operands(int operands);
  /// All ranks of a hierarchy. Operands are numbered by rank.
  static Order of_all(const Hierarchy& hierarchy);
  /// Some clusters of a hierarchy that follow each other, or ranks.
  struct Part {
    int first;  ///< place of the first rank in Hierarchy::ranks, and one past that of the last
    int last;
    int level;  ///< what is reduced: 0: ranks, 1: clusters of the lowest level, and so on
    /// Up to `level`. Ranks are numbered as such, and clusters from 0 on in this part.
    int level_of_operands;
  };
  static Order of_part(const Hierarchy& hierarchy, const Part& part);

  [[nodiscard]] std::span<const Pair> pairs() const { return pairs_; }
  [[nodiscard]] int temporaries() const { return temporaries_; }
  /// The vector that holds the value at the end: the result, or the only operand if there is no
  /// pair.
  [[nodiscard]] int value() const { return value_; }

 private:
  template <class Operand>
  int append(int first, int operands, int into, int depth, const Operand& operand);
  int append_part(const Hierarchy& hierarchy, const Part& part, int first_operand, int into,
                  int depth);

  std::vector<Pair> pairs_;
  int temporaries_ = 0;
  int value_ = result;
};

}  // namespace allfold::node
