/// @file Wanted: which elements of the result each rank of a call wants.
#pragma once

#include <cstdint>

#include "node/asked.hpp"
#include "schedule/blocks.hpp"

namespace allfold::node {

/// A range of elements.
struct Range {
  std::int64_t first = 0;
  std::int64_t last = 0;
  [[nodiscard]] constexpr std::int64_t size() const { return last - first; }
  /// The elements that are also in another range; empty, from there on, if there are none.
  [[nodiscard]] constexpr Range in(const Range& other) const {
    const std::int64_t from = first > other.first ? first : other.first;
    const std::int64_t to = last < other.last ? last : other.last;
    return {.first = from, .last = to > from ? to : from};
  }
};

/// One rank or everyone wants the whole result, or each rank its own share. Equal on all ranks.
class Wanted {
 public:
  /// The whole result: by this rank, or by `everyone`.
  // Implicit, so that a call names who gets its result. NOLINTNEXTLINE(google-explicit-constructor)
  constexpr Wanted(int receiver) : receiver_(receiver) {}
  /// Of a vector of shares.elements() elements, each rank its share; ranks after those of the shares
  /// want nothing. Given starts of shares must outlive this. If one rank's share is the whole vector,
  /// that rank wants the whole result.
  // Implicit, as above. NOLINTNEXTLINE(google-explicit-constructor)
  constexpr Wanted(const schedule::Shares& shares)
      : Wanted(shares, {.first = 0, .last = shares.elements()}) {}

  /// The same of a part of the vector, whose elements are counted from its first one on.
  [[nodiscard]] constexpr Wanted in_part(const Range& part) const {
    if (!are_shares()) return *this;
    return {shares_, {.first = part_.first + part.first, .last = part_.first + part.last}};
  }

  /// The rank that wants the whole result; `everyone` if each rank wants all of it or its share.
  [[nodiscard]] constexpr int receiver() const { return receiver_; }
  [[nodiscard]] constexpr bool are_shares() const { return kind_ == Kind::shares; }
  /// What `rank` wants of `count` elements.
  [[nodiscard]] constexpr Range of(int rank, std::int64_t count) const {
    if (!are_shares()) return {.first = 0, .last = wants_all(rank) ? count : 0};
    if (rank >= shares_.ranks()) return {.first = count, .last = count};
    return {.first = within(shares_.start(rank)), .last = within(shares_.start(rank + 1))};
  }
  /// For shares: whether they are equal ones of a whole vector, and of how many ranks.
  [[nodiscard]] constexpr bool are_equal_shares_of(int ranks) const {
    return are_shares() && shares_.are_equal() && shares_.ranks() == ranks &&
           part_.size() == shares_.elements();
  }
  /// For shares: whether none is much longer than the others, so that ranks which reduce their own
  /// shares take about as long.
  [[nodiscard]] constexpr bool are_even() const {
    return are_equal_shares_of(sharers()) || longest() <= 2 * part_.size() / sharers();
  }
  /// The number of ranks with shares.
  [[nodiscard]] constexpr int sharers() const { return shares_.ranks(); }
  /// For shares: the elements of the longest.
  [[nodiscard]] constexpr std::int64_t longest() const {
    if (shares_.are_equal() && part_.size() == shares_.elements())
      return (part_.size() + sharers() - 1) / sharers();
    std::int64_t most = 0;
    for (int rank = 0; rank < shares_.ranks(); ++rank) {
      const std::int64_t length = of(rank, part_.size()).size();
      most = most > length ? most : length;
    }
    return most;
  }

 private:
  constexpr Wanted(const schedule::Shares& shares, const Range& part)
      : shares_(shares), part_(part) {
    const int owner = owner_of(part.first);
    const bool is_of_one = shares_.start(owner + 1) >= part.last;
    kind_ = is_of_one ? Kind::whole : Kind::shares;
    receiver_ = is_of_one ? owner : everyone;
  }
  [[nodiscard]] constexpr bool wants_all(int rank) const {
    return receiver_ == everyone || receiver_ == rank;
  }
  /// The place in the part of an element of the vector, or the end of the part that is next to it.
  [[nodiscard]] constexpr std::int64_t within(std::int64_t element) const {
    const std::int64_t last = element < part_.last ? element : part_.last;
    return last > part_.first ? last - part_.first : 0;
  }
  /// The rank whose share an element is in; the last rank for the end of the vector.
  [[nodiscard]] constexpr int owner_of(std::int64_t element) const {
    int first = 0;
    int last = shares_.ranks() - 1;
    while (first < last) {
      const int middle = first + (last - first) / 2;
      if (shares_.start(middle + 1) > element)
        last = middle;
      else
        first = middle + 1;
    }
    return first;
  }

  enum class Kind : std::uint8_t { whole, shares } kind_ = Kind::whole;
  int receiver_ = everyone;
  schedule::Shares shares_{0, 1};
  Range part_ = {};  ///< of the vector of the shares
};

}  // namespace allfold::node
