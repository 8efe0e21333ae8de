/// @file A vector with guards around its elements and between them.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "exec/layout.hpp"

namespace allfold::testing {

/// The offsets of the two halves of an element's data of `bytes` bytes, relative to the address of
/// the vector: the halves lie at the two ends of the element's span.
[[nodiscard]] inline std::array<std::ptrdiff_t, 2> halves(const exec::Layout& layout,
                                                          std::int64_t element, std::size_t bytes) {
  const std::ptrdiff_t first = element * layout.extent + layout.true_lower_bound;
  return {first, first + layout.true_extent - static_cast<std::ptrdiff_t>(bytes / 2)};
}

/// An element of a vector.
template <class Element>
[[nodiscard]] Element element_of(const void* vector, std::int64_t element,
                                 const exec::Layout& layout) {
  std::array<std::byte, sizeof(Element)> data;
  std::byte* half = data.data();
  for (const std::ptrdiff_t place : halves(layout, element, sizeof(Element))) {
    std::memcpy(half, static_cast<const std::byte*>(vector) + place, sizeof(Element) / 2);
    half += sizeof(Element) / 2;
  }
  return std::bit_cast<Element>(data);
}

template <class Element>
void set_element(void* vector, std::int64_t element, const exec::Layout& layout,
                 const Element& value) {
  const auto data = std::bit_cast<std::array<std::byte, sizeof(Element)>>(value);
  const std::byte* half = data.data();
  for (const std::ptrdiff_t place : halves(layout, element, sizeof(Element))) {
    std::memcpy(static_cast<std::byte*>(vector) + place, half, sizeof(Element) / 2);
    half += sizeof(Element) / 2;
  }
}

/// Elements at the positions that a layout defines. The bytes around and between them are known.
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
    return element_of<Element>(bytes_.data() + begin_, element, layout_);
  }
  void set(std::int64_t element, const Element& value) {
    set_element(address(), element, layout_, value);
  }
  /// Whether only the data of the elements was written.
  [[nodiscard]] bool is_intact() const {
    std::vector<std::byte> bytes = bytes_;
    for (std::int64_t i = 0; i < elements_; ++i)
      for (const std::ptrdiff_t place : halves(layout_, i, sizeof(Element)))
        std::fill_n(bytes.data() + begin_ + place, sizeof(Element) / 2, fill);
    return std::ranges::all_of(bytes, [](std::byte byte) { return byte == fill; });
  }

 private:
  static constexpr std::size_t guard = 64;
  static constexpr std::byte fill{0x5C};

  exec::Layout layout_;
  std::int64_t elements_;
  std::size_t begin_;
  std::vector<std::byte> bytes_;
};

}  // namespace allfold::testing
