/// @file Order: in which order operands are reduced, and into what.
#pragma once

#include <span>
#include <vector>

#include "node/brackets.hpp"

namespace allfold::node {

/// The reductions of a tree's operands, one after the other. Vectors have numbers: operands from 0
/// on, the result, and temporary vectors.
class Order {
 public:
  static constexpr int result = -1;
  static constexpr int first_temporary = -2;  ///< and down from that

  struct Pair {
    int into;  ///< the right operand's vector, unless that is one of the user's
    int left;
    int right;
  };

  /// The ranks of successive leaves; operands are numbered by rank.
  static Order of_ranks(const Brackets& brackets, int first_leaf, int leaves);
  /// A perfect tree of so many operands, a power of two.
  static Order of_leaves(int leaves);

  [[nodiscard]] std::span<const Pair> pairs() const { return pairs_; }
  [[nodiscard]] int temporaries() const { return temporaries_; }
  /// Where the pairs leave the value: the result, or without any pair the only operand.
  [[nodiscard]] int value() const { return value_; }

 private:
  template <class Leaf>
  int append(int first, int leaves, int into, int level, Leaf leaf);

  std::vector<Pair> pairs_;
  int temporaries_ = 0;
  int value_ = result;
};

}  // namespace allfold::node
