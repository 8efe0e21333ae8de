#include "proof/expressions.hpp"

#include <algorithm>
#include <bit>

#include "text/format.hpp"

namespace allfold::proof {

namespace {

/// A good mixing of 64 bits (the finaliser of splitmix64).
constexpr std::uint64_t mixed(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebU;
  return x ^ (x >> 31);
}

}  // namespace

Expressions::Expressions(int ranks)
    : ranks_(ranks), words_(static_cast<std::size_t>(ranks + 63) / 64) {
  for (int rank = 0; rank < ranks; ++rank) {
    nodes_.push_back({.left = undefined,
                      .right = undefined,
                      .first = rank,
                      .last = rank + 1,
                      .duplicate = -1,
                      .in_order = true,
                      .set = 0,
                      .form = mixed(static_cast<std::uint64_t>(rank) + 1)});
  }
  constexpr std::size_t first_slots = 64;
  combined_.assign(first_slots, undefined);
}

std::uint64_t Expressions::ranks_of(const Node& value, std::size_t w) const {
  if (!value.in_order) return sets_[value.set + w];
  const auto below = [&](int rank) {  // the ranks of this word below `rank`
    const int bits = rank - static_cast<int>(w) * 64;
    if (bits <= 0) return std::uint64_t{0};
    return bits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
  };
  return below(value.last) & ~below(value.first);
}

void Expressions::note_ranks(Node& both, const Node& left, const Node& right) {
  both.set = sets_.size();
  for (std::size_t w = 0; w < words_; ++w) {
    const std::uint64_t of_left = ranks_of(left, w);
    const std::uint64_t of_right = ranks_of(right, w);
    if (const std::uint64_t common = of_left & of_right; common != 0 && both.duplicate < 0)
      both.duplicate = static_cast<int>(w) * 64 + std::countr_zero(common);
    sets_.push_back(of_left | of_right);
  }
}

std::size_t Expressions::slot_of(Expression left, Expression right) const {
  const std::uint64_t key =
      (static_cast<std::uint64_t>(left) << 32) | static_cast<std::uint32_t>(right);
  const std::size_t mask = combined_.size() - 1;
  std::size_t slot = mixed(key) & mask;
  while (combined_[slot] != undefined &&
         (node(combined_[slot]).left != left || node(combined_[slot]).right != right))
    slot = (slot + 1) & mask;
  return slot;
}

void Expressions::grow() {
  combined_.assign(2 * combined_.size(), undefined);
  for (auto value = static_cast<std::size_t>(ranks_); value < nodes_.size(); ++value)
    combined_[slot_of(nodes_[value].left, nodes_[value].right)] = static_cast<Expression>(value);
}

Expression Expressions::combine(Expression left, Expression right) {
  if (2 * nodes_.size() > combined_.size()) grow();
  Expression& found = combined_[slot_of(left, right)];
  if (found != undefined) return found;

  const Node l = node(left);
  const Node r = node(right);
  Node both{.left = left,
            .right = right,
            .first = l.first,
            .last = r.last,
            .duplicate = l.duplicate >= 0 ? l.duplicate : r.duplicate,
            .in_order = l.in_order && r.in_order && l.last == r.first,
            .set = 0,
            .form = mixed(l.form * 0x9e3779b97f4a7c15U + mixed(r.form ^ 0x5851f42d4c957f2dU))};
  if (!both.in_order) note_ranks(both, l, r);  // in order, the range suffices: no rank occurs twice
  found = static_cast<Expression>(nodes_.size());
  nodes_.push_back(both);
  return found;
}

int Expressions::missing(Expression value) const {
  for (std::size_t w = 0; w < words_; ++w) {
    const int rank = static_cast<int>(w) * 64 + std::countr_one(ranks_of(node(value), w));
    if (rank < static_cast<int>(w + 1) * 64) return rank < ranks_ ? rank : -1;
  }
  return -1;
}

std::string Expressions::text(Expression value) const {
  if (value == undefined) return "undefined";
  if (value < ranks_) return std::to_string(value);
  return text::format("({} {})", text(node(value).left), text(node(value).right));
}

}  // namespace allfold::proof
