/// @file Expressions: symbolic values, for proving what a set of programs computes.
#pragma once

#include <bit>
#include <cstdint>
#include <string>
#include <vector>

namespace allfold::proof {

/// A symbolic value by its number: the input of one rank, or left ∘ right. Equal values have equal
/// numbers.
using Expression = std::int32_t;
/// The value of memory that nothing has written yet.
inline constexpr Expression undefined = -1;

/// Makes expressions over the inputs of `ranks` ranks and knows their properties.
class Expressions {
 public:
  explicit Expressions(int ranks);

  /// The input of a rank.
  [[nodiscard]] static Expression input(int rank) { return rank; }
  /// left ∘ right, both defined.
  [[nodiscard]] Expression combine(Expression left, Expression right);

  /// The first rank that occurs more than once, or -1.
  [[nodiscard]] int duplicate(Expression value) const { return node(value).duplicate; }
  /// The first rank that does not occur, or -1.
  [[nodiscard]] int missing(Expression value) const;
  /// Calls visit(rank) for each rank that occurs.
  template <class Visit>
  void for_each_rank(Expression value, Visit visit) const {
    for (std::size_t w = 0; w < words_; ++w)
      for (std::uint64_t left = ranks_of(node(value), w); left != 0; left &= left - 1)
        visit(static_cast<int>(w) * 64 + std::countr_zero(left));
  }
  /// Whether the operands are in rank order and cover one contiguous range of ranks.
  [[nodiscard]] bool is_in_rank_order(Expression value) const { return node(value).in_order; }
  /// A number that is equal for expressions of the same form, also from different Expressions.
  [[nodiscard]] std::uint64_t form(Expression value) const { return node(value).form; }
  /// The expression written out, as "((0 1) 2)".
  [[nodiscard]] std::string text(Expression value) const;

 private:
  struct Node {
    Expression left;
    Expression right;
    int first;  // the range of ranks, if in order
    int last;
    int duplicate;
    bool in_order;
    std::size_t set;  // into sets_, if not in order
    std::uint64_t form;
  };
  [[nodiscard]] const Node& node(Expression value) const {
    return nodes_[static_cast<std::size_t>(value)];
  }
  /// The ranks 64*w ... 64*w + 63 that occur, as bits.
  [[nodiscard]] std::uint64_t ranks_of(const Node& value, std::size_t w) const;
  void note_ranks(Node& both, const Node& left, const Node& right);
  [[nodiscard]] std::size_t slot_of(Expression left, Expression right) const;
  void grow();

  int ranks_;
  std::size_t words_;
  std::vector<Node> nodes_;
  std::vector<std::uint64_t> sets_;   // words_ words for each node that is not in order
  std::vector<Expression> combined_;  // an open hash table of all expressions except inputs
};

}  // namespace allfold::proof
