/// @file The layout of an extent: first the slots of all columns, column by column, then their areas.
#pragma once

#include <cstddef>
#include <cstdint>

#include "node/extent.hpp"

namespace allfold::node {

class ExtentLayout {
 public:
  explicit ExtentLayout(const Extent& extent) : extent_(extent) {}

  /// Bytes of the memory that the extent occupies.
  [[nodiscard]] std::size_t bytes() const;
  /// A range of that memory, which is mapped as a whole.
  struct Range {
    std::int64_t offset;  ///< in the memory
    std::size_t bytes;
  };
  [[nodiscard]] Range all_slots() const;
  [[nodiscard]] Range all_areas() const;
  /// The slots of a column, in whole pages; and one of them.
  [[nodiscard]] Range slots_of(std::int32_t column) const;
  [[nodiscard]] Range slot(std::int32_t column, std::int32_t number) const;
  [[nodiscard]] Range area(std::int32_t column) const;

 private:
  const Extent& extent_;
};

/// Where `part` of a range is mapped, if the range is mapped at `bytes`.
[[nodiscard]] inline std::byte* part_of(std::byte* bytes, const ExtentLayout::Range& range,
                                        const ExtentLayout::Range& part) {
  return bytes + (part.offset - range.offset);
}

}  // namespace allfold::node
