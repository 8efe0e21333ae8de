/// @file Starts: where the ranks' shares of a result begin, if they are unequal.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace allfold::mpi::call {

/// One number more than ranks: the last is the number of elements. Copies share the numbers, which
/// never change.
class Starts {
 public:
  /// All shares are equal, or the call has none.
  Starts() = default;
  explicit Starts(std::vector<std::int64_t> numbers)
      : numbers_(std::make_shared<const std::vector<std::int64_t>>(std::move(numbers))) {}

  [[nodiscard]] bool are_equal_shares() const { return numbers_ == nullptr; }
  /// Empty if shares are equal.
  [[nodiscard]] std::span<const std::int64_t> numbers() const {
    return numbers_ != nullptr ? std::span<const std::int64_t>(*numbers_)
                               : std::span<const std::int64_t>();
  }

  friend bool operator==(const Starts& a, const Starts& b) {
    return a.numbers_ == b.numbers_ || std::ranges::equal(a.numbers(), b.numbers());
  }

 private:
  std::shared_ptr<const std::vector<std::int64_t>> numbers_;
};

}  // namespace allfold::mpi::call
