/// @file Variables: the history of stores of each shared variable, and which of them a rank may
/// load.
///
/// This is the release/acquire fragment of C++20's memory model without fences, as it runs: each
/// rank has a view of all variables, by which a load may return any store that is not older than
/// the view. A release store carries the view of its rank, and an acquire load joins it to that of
/// its own. (Kang, Hur, Lahav, Vafeiadis, Dreyer: A promising semantics for relaxed-memory
/// concurrency, POPL 2017, sections 2 and 3, without promises.) Orders that are stronger than
/// acquire and release count as these.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "node_check/knowledge.hpp"

namespace allfold::node_check {

class Variables {
 public:
  /// Forgets all stores: all ranks know the values that are in memory.
  void clear();

  /// The number of the variable at an address. Its value is in memory there, in `bytes` bytes.
  [[nodiscard]] std::size_t at(const void* address, unsigned bytes);
  /// How many stores were made to a variable, and the number of the newest.
  [[nodiscard]] std::uint32_t newest(std::size_t variable) const {
    return static_cast<std::uint32_t>(histories_[variable].size() - 1);
  }
  /// How many stores, from the newest back, a rank may load.
  [[nodiscard]] std::uint32_t visible(const Knowledge& own, std::size_t variable) const {
    return newest(variable) - own.oldest_of(variable) + 1;
  }

  enum class Order : std::uint8_t { relaxed, synchronising };
  /// Loads the store `age` before the newest one.
  std::uint64_t load(Knowledge& own, std::size_t variable, std::uint32_t age, Order order);
  /// `own` is the knowledge of `rank`. Memory is not changed.
  void store(Knowledge& own, std::size_t rank, std::size_t variable, std::uint64_t value,
             Order order);
  /// As store(), of a variable that was loaded by the same access: what the store before has
  /// released is released by this one, too.
  void exchange(Knowledge& own, std::size_t rank, std::size_t variable, std::uint64_t value,
                Order order);

 private:
  static constexpr std::size_t nothing = SIZE_MAX;
  struct Store {
    std::uint64_t value;
    std::size_t released = nothing;  ///< place in released_
  };
  [[nodiscard]] std::size_t released(const Knowledge& knowledge);

  /// Numbers stay the same from one execution to the next, as memory is at the same addresses.
  std::unordered_map<const void*, std::size_t> numbers_;
  std::vector<std::vector<Store>> histories_;
  std::vector<std::size_t> touched_;  ///< variables with a history
  std::vector<Knowledge> released_;   ///< kept for its capacity
  std::size_t releases_ = 0;
};

}  // namespace allfold::node_check
