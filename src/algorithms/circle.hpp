/// @file Circle: members by their distance from this one, for exchanges in which all do the same.
#pragma once

#include <span>

#include "algorithms/task.hpp"
#include "schedule/author.hpp"

namespace allfold::algorithms {

class Circle {
 public:
  /// All ranks of a schedule.
  explicit Circle(const Author& author) : size_(author.ranks()), own_(author.rank()) {}
  /// These ranks, of which this one has the place `own`. They must outlive the circle.
  Circle(std::span<const int> ranks, int own)
      : ranks_(ranks), size_(static_cast<int>(ranks.size())), own_(own) {}

  [[nodiscard]] int size() const { return size_; }
  /// The place of the member at a distance, from 0 to size() - 1; -size() <= distance <= size().
  [[nodiscard]] int place(int distance) const { return (own_ + distance + size_) % size_; }
  [[nodiscard]] int rank(int distance) const {
    return ranks_.empty() ? place(distance) : ranks_[static_cast<std::size_t>(place(distance))];
  }

 private:
  std::span<const int> ranks_;  // empty: place and rank are the same
  int size_;
  int own_;
};

}  // namespace allfold::algorithms
