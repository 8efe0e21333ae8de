#include "node/leaf_operands.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>

namespace allfold::node {

namespace {

/// What is between two reductions should stay in the first-level cache.
constexpr std::int64_t block_bytes = 4096;
static_assert(block_bytes >= most_element_bytes);

/// The elements of a block. Unpacked ones may lie far apart.
std::int64_t elements_at_once(const LeafOperands& given, const Elements& elements) {
  const bool is_plain = elements.packing == nullptr;
  // Short vectors have no time for a division.
  if (is_plain && given.count * elements.stride <= block_bytes) return given.count;
  const std::int64_t bytes =
      is_plain ? elements.stride : std::max(elements.stride, std::abs(elements.layout.extent));
  return std::max<std::int64_t>(block_bytes / bytes, 1);
}

/// Climbs the tree over one block of the vectors at a time.
class Climb {
 public:
  Climb(const LeafOperands& given, const Brackets& brackets, const Elements& elements)
      : given_(given),
        brackets_(brackets),
        elements_(elements),
        is_in_place_(std::ranges::find(given.operands, given.own) != given.operands.end()),
        at_once_(elements_at_once(given, elements)) {}

  exec::Status run() {
    if (!reserve()) return elements_.no_memory;
    for (begin_ = 0; begin_ < given_.count && status_ == exec::success; begin_ += at_once_) {
      count_ = std::min(at_once_, given_.count - begin_);
      elements_.packing != nullptr ? unpacked_block() : plain_block();
    }
    return status_;
  }

 private:
  void note(exec::Status status) {
    if (status_ == exec::success) status_ = status;
  }
  [[nodiscard]] std::byte* shared() const { return given_.shared + begin_ * elements_.stride; }
  [[nodiscard]] void* own() const {
    return exec::moved(given_.own, begin_ * elements_.layout.extent);
  }

  /// With packing there are unpacked vectors: one for each level, and one for the outcome.
  bool reserve() {
    if (elements_.packing == nullptr) return true;
    const auto span = elements_.layout.span(at_once_);
    const auto vectors =
        static_cast<std::size_t>(std::bit_width(static_cast<unsigned>(given_.leaves))) + 1;
    std::size_t bytes = 0;
    if (!span || __builtin_add_overflow(*span, 2 * alignment, &stride_)) return false;
    stride_ -= stride_ % alignment;
    if (__builtin_mul_overflow(stride_, vectors, &bytes)) return false;
    unpacked_ = elements_.workspace.bytes(bytes);
    return unpacked_ != nullptr;
  }
  /// The unpacked vector of a level, aligned as memory from an allocator would be.
  [[nodiscard]] void* unpacked(unsigned level) const {
    const std::int64_t address = elements_.layout.address_in_span(at_once_);
    constexpr auto unit = static_cast<std::int64_t>(alignment);
    const std::int64_t aligned = address + ((-address % unit) + unit) % unit;
    return exec::moved(unpacked_ + level * stride_, aligned);
  }

  void plain_block() {
    alignas(alignment) std::array<std::byte, block_bytes> apart;
    void* into = given_.shared != nullptr ? shared() : is_in_place_ ? apart.data() : own();
    const void* value = climb(given_.first_leaf, given_.leaves, into, 0);
    if (value != into) note(elements_.arithmetic.copy(into, value, count_));
    if (given_.own != nullptr && into != own()) note(elements_.take(own(), into, count_));
  }
  void unpacked_block() {
    void* into = given_.own != nullptr ? own() : unpacked(0);
    climb(given_.first_leaf, given_.leaves, into, 1);
    if (given_.shared != nullptr && status_ == exec::success)
      note(elements_.put(shared(), into, count_));
  }

  /// The reduction of a range of leaves: `into`, unless it is one operand that may be read in
  /// place. What the MPI library reduces it puts into the right operand, so that is made there.
  const void* climb(int first, int leaves, void* into, unsigned level) {
    if (leaves == 1 && given_.kind == LeafOperands::Kind::of_leaves) return operand(first, into);
    const int rank = brackets_.first(first);
    if (leaves == 1 && !brackets_.is_pair(first)) return operand(rank, into);
    alignas(alignment) std::array<std::byte, block_bytes> plain;
    void* aside = elements_.packing != nullptr ? unpacked(level) : plain.data();
    const int half = leaves / 2;
    const void* right =
        leaves == 1 ? operand(rank + 1, into) : climb(first + half, half, into, level + 1);
    const void* left = leaves == 1 ? operand(rank, aside) : climb(first, half, aside, level + 1);
    if (status_ == exec::success) note(elements_.arithmetic.reduce(into, left, right, count_));
    return into;
  }
  const void* operand(int index, void* unpacked) {
    const void* vector = given_.operands[static_cast<std::size_t>(index)];
    if (elements_.packing == nullptr) return exec::moved(vector, begin_ * elements_.layout.extent);
    if (status_ == exec::success)
      note(elements_.take(unpacked, exec::moved(vector, begin_ * elements_.stride), count_));
    return unpacked;
  }

  static constexpr std::size_t alignment = 64;

  const LeafOperands& given_;
  const Brackets& brackets_;
  const Elements& elements_;
  bool is_in_place_;
  std::int64_t at_once_;
  std::int64_t begin_ = 0;
  std::int64_t count_ = 0;
  std::byte* unpacked_ = nullptr;
  std::size_t stride_ = 0;  ///< bytes from one unpacked vector to the next
  exec::Status status_ = exec::success;
};

}  // namespace

exec::Status reduce(const LeafOperands& given, const Brackets& brackets, const Elements& elements) {
  return Climb(given, brackets, elements).run();
}

}  // namespace allfold::node
