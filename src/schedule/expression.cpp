#include "schedule/expression.hpp"

#include <fmt/format.h>

#include <bit>

namespace allfold {

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
                      .form = mixed(static_cast<std::uint64_t>(rank) + 1)});
    sets_.resize(sets_.size() + words_, 0);
    const auto bit = static_cast<std::size_t>(rank);
    sets_[bit * words_ + bit / 64] |= std::uint64_t{1} << (bit % 64);
  }
}

Expression Expressions::combine(Expression left, Expression right) {
  const std::uint64_t key =
      (static_cast<std::uint64_t>(left) << 32) | static_cast<std::uint32_t>(right);
  const auto [entry, is_new] = combined_.try_emplace(key, static_cast<Expression>(nodes_.size()));
  if (!is_new) return entry->second;

  const Node l = node(left);
  const Node r = node(right);
  Node both{.left = left,
            .right = right,
            .first = l.first,
            .last = r.last,
            .duplicate = l.duplicate >= 0 ? l.duplicate : r.duplicate,
            .in_order = l.in_order && r.in_order && l.last == r.first,
            .form = mixed(l.form * 0x9e3779b97f4a7c15U + mixed(r.form ^ 0x5851f42d4c957f2dU))};
  sets_.resize(sets_.size() + words_, 0);
  std::uint64_t* ranks = &sets_[nodes_.size() * words_];
  for (std::size_t w = 0; w < words_; ++w) {
    const std::uint64_t common = ranks_of(left)[w] & ranks_of(right)[w];
    if (common != 0 && both.duplicate < 0)
      both.duplicate = static_cast<int>(w) * 64 + std::countr_zero(common);
    ranks[w] = ranks_of(left)[w] | ranks_of(right)[w];
  }
  nodes_.push_back(both);
  return entry->second;
}

int Expressions::missing(Expression value) const {
  for (int rank = 0; rank < ranks_; ++rank) {
    const auto bit = static_cast<std::size_t>(rank);
    if ((ranks_of(value)[bit / 64] >> (bit % 64) & 1U) == 0) return rank;
  }
  return -1;
}

std::string Expressions::text(Expression value) const {
  if (value == undefined) return "undefined";
  if (value < ranks_) return std::to_string(value);
  return fmt::format("({} {})", text(node(value).left), text(node(value).right));
}

}  // namespace allfold
