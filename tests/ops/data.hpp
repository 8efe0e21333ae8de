/// @file Vectors to reduce: their values, and guards around them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "../support/pages.hpp"
#include "ops/loops.hpp"

namespace allfold::ops::test {

/// A hash: values depend on their position, so that no value can pass for another.
std::uint64_t scrambled(std::uint64_t x);

/// Bytes at a given offset from an address that is aligned for every type, in memory whose other
/// bytes are known.
class Guarded {
 public:
  Guarded(std::size_t size, std::size_t offset, std::uint64_t seed);

  [[nodiscard]] std::byte* data() { return memory_.front().bytes.data() + begin_; }
  [[nodiscard]] const std::byte* data() const { return memory_.front().bytes.data() + begin_; }

  /// Compares the bytes outside as well, so that a write there is detected.
  friend bool operator==(const Guarded&, const Guarded&) = default;

 private:
  struct alignas(64) Line {
    std::array<std::byte, 64> bytes;
    friend bool operator==(const Line&, const Line&) = default;
  };
  std::vector<Line> memory_;
  std::size_t begin_;
};

/// Bytes between two inaccessible pages, adjacent to one of them.
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

/// The values of a vector. Padding is always random.
enum class Values : std::uint8_t {
  any,           ///< ordinary and special values, many of them equal
  quiet,         ///< excludes values whose reduction raises a floating-point exception
  left_special,  ///< together with `right_special`, every pair of special values occurs
  right_special
};

/// Number of elements in which every pair of special values occurs.
std::size_t special_encounters(ops::ElementType type);

/// Fills a vector. With special values, the pairs start with pair number `seed`.
void fill(ops::ElementType type, Values values, std::uint64_t seed, void* vector,
          std::size_t elements);

}  // namespace allfold::ops::test
