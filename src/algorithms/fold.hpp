/// @file Fold: maps p ranks to fewer numbers, such as a power of two.
#pragma once

#include <vector>

#include "algorithms/powers.hpp"

namespace allfold::algorithms {

/// p ranks are folded to p' numbers, p' <= p <= 2p': with r = p - p' the first 2r ranks form pairs
/// (2i, 2i+1). One of each pair survives, and the survivors and the last p - 2r ranks are
/// renumbered 0 ... p'-1 in order (Rabenseifner, ICCS 2004).
class Fold {
 public:
  /// The lower rank of each pair survives, except that `keep` always survives.
  Fold(int ranks, int numbers, int keep)
      : numbers_(numbers), pairs_(ranks - numbers), keep_(keep) {}
  /// Folds to the largest power of two.
  explicit Fold(int ranks, int keep = 0) : Fold(ranks, power(floor_log2(ranks)), keep) {}

  /// p'.
  [[nodiscard]] int numbers() const { return numbers_; }
  /// lg p', for a power of two.
  [[nodiscard]] int rounds() const { return floor_log2(numbers_); }
  /// r.
  [[nodiscard]] int pairs() const { return pairs_; }

  [[nodiscard]] bool is_paired(int rank) const { return rank < 2 * pairs_; }
  /// The other rank of a pair.
  [[nodiscard]] static int twin(int rank) { return rank ^ 1; }
  [[nodiscard]] bool survives(int rank) const {
    return !is_paired(rank) || rank == survivor(number(rank));
  }
  /// The number of a rank; both ranks of a pair have the same one.
  [[nodiscard]] int number(int rank) const { return is_paired(rank) ? rank / 2 : rank - pairs_; }
  /// The lowest rank with that number; p for the number p'.
  [[nodiscard]] int first_rank(int number) const {
    return number < pairs_ ? 2 * number : number + pairs_;
  }
  /// The first rank of each number, then p.
  [[nodiscard]] std::vector<int> first_ranks() const {
    std::vector<int> ranks;
    for (int number = 0; number <= numbers_; ++number) ranks.push_back(first_rank(number));
    return ranks;
  }
  /// The surviving rank of a number.
  [[nodiscard]] int survivor(int number) const {
    const int first = first_rank(number);
    return number < pairs_ && keep_ == first + 1 ? keep_ : first;
  }

 private:
  int numbers_;
  int pairs_;
  int keep_;
};

}  // namespace allfold::algorithms
