/// @file Vectors to reduce: what is in them, and guards around them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "../support/pages.hpp"
#include "ops/loops.hpp"

namespace allfold::ops::test {

/// A hash: values depend on where they stand, so none can be taken for another.
std::uint64_t scrambled(std::uint64_t x);

/// Bytes at a given distance from an address that is aligned for everything, in memory whose other
/// bytes are known.
class Guarded {
 public:
  Guarded(std::size_t size, std::size_t offset, std::uint64_t seed);

  [[nodiscard]] std::byte* data() { return memory_.front().bytes.data() + begin_; }
  [[nodiscard]] const std::byte* data() const { return memory_.front().bytes.data() + begin_; }

  /// Differences show bytes outside that were written, too.
  friend bool operator==(const Guarded&, const Guarded&) = default;

 private:
  struct alignas(64) Line {
    std::array<std::byte, 64> bytes;
    friend bool operator==(const Line&, const Line&) = default;
  };
  std::vector<Line> memory_;
  std::size_t begin_;
};

/// Bytes between two pages that must not be touched, next to one of them.
class Fenced {
 public:
  enum class Next : std::uint8_t { to_lower_page, to_upper_page };
  Fenced(std::size_t size, Next next)
      : pages_(size + 1),
        data_(pages_.data() + (next == Next::to_lower_page ? 0 : pages_.size() - size)) {}

  [[nodiscard]] std::byte* data() const { return data_; }

 private:
  allfold_test::Pages pages_;
  std::byte* data_;
};

/// Which values a vector gets. Padding is always random.
enum class Values : std::uint8_t {
  any,           ///< ordinary and special ones, many of them equal
  quiet,         ///< no numbers that raise an exception if they are reduced; all else may
  left_special,  ///< together with `right_special` every special value meets every other
  right_special
};

/// Number of elements in which every special value meets every other.
std::size_t special_encounters(ops::ElementType type);

/// Fills a vector; with special values, the encounters begin with number `seed`.
void fill(ops::ElementType type, Values values, std::uint64_t seed, void* vector,
          std::size_t elements);

}  // namespace allfold::ops::test
