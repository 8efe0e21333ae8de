/// @file A vector with guards around its elements and between them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "exec/layout.hpp"

namespace allfold::testing {

/// Elements at the places of a layout; the bytes around and between them are known.
template <class Element>
class GuardedVector {
 public:
  GuardedVector(std::int64_t elements, const exec::Layout& layout)
      : layout_(layout),
        elements_(elements),
        begin_(guard + static_cast<std::size_t>(layout.address_in_span(elements))),
        bytes_(static_cast<std::size_t>(*layout.span(elements)) + 2 * guard, fill) {}

  [[nodiscard]] void* address() { return bytes_.data() + begin_; }
  [[nodiscard]] Element get(std::int64_t element) const {
    Element value;
    std::memcpy(&value, bytes_.data() + place(element), sizeof value);
    return value;
  }
  void set(std::int64_t element, const Element& value) {
    std::memcpy(bytes_.data() + place(element), &value, sizeof value);
  }
  /// Whether nothing but the elements' data was written.
  [[nodiscard]] bool is_intact() const {
    std::vector<std::byte> bytes = bytes_;
    for (std::int64_t i = 0; i < elements_; ++i)
      std::fill_n(bytes.data() + place(i), sizeof(Element), fill);
    return std::ranges::all_of(bytes, [](std::byte byte) { return byte == fill; });
  }

 private:
  static constexpr std::size_t guard = 64;
  static constexpr std::byte fill{0x5C};

  [[nodiscard]] std::ptrdiff_t place(std::int64_t element) const {
    return static_cast<std::ptrdiff_t>(begin_) + element * layout_.extent +
           layout_.true_lower_bound;
  }

  exec::Layout layout_;
  std::int64_t elements_;
  std::size_t begin_;
  std::vector<std::byte> bytes_;
};

}  // namespace allfold::testing
