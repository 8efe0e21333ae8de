/// @file Order: the order in which operands are reduced, and where intermediate results are stored.
#pragma once

#include <span>
#include <vector>

#include "node/brackets.hpp"

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

  /// The reduction of the ranks of successive leaves. Operands are numbered by rank.
  static Order of_ranks(const Brackets& brackets, int first_leaf, int leaves);
  /// A perfect tree of `leaves` operands, a power of two.
  static Order of_leaves(int leaves);

  [[nodiscard]] std::span<const Pair> pairs() const { return pairs_; }
  [[nodiscard]] int temporaries() const { return temporaries_; }
  /// The vector that holds the value at the end: the result, or the only operand if there is no
  /// pair.
  [[nodiscard]] int value() const { return value_; }

 private:
  template <class Leaf>
  int append(int first, int leaves, int into, int level, Leaf leaf);

  std::vector<Pair> pairs_;
  int temporaries_ = 0;
  int value_ = result;
};

}  // namespace allfold::node
