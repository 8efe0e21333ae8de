#include "node/reduction.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>

#include "system/copy.hpp"

namespace allfold::node {

namespace {

constexpr std::size_t alignment = 64;

/// For vectors with the same layout in shared memory as in the user's: reduces them in place, block
/// by block.
class InPlaces {
 public:
  InPlaces(const Reduction& given, const Elements& elements) : given_(given), elements_(elements) {}

  exec::Status run();

 private:
  /// Where a block is reduced, and copied from if it is wanted elsewhere, too.
  enum class Place : std::uint8_t { own, shared, block };
  [[nodiscard]] Place place_of_result() const;
  /// Provides memory for intermediate results of `elements` elements. Returns whether there is any.
  bool reserve(std::int64_t elements);
  [[nodiscard]] std::byte* temporary(int number) const {
    return memory_ + static_cast<std::size_t>(number) * stride_;
  }
  /// Reduces `count` elements from `begin` on into `into`, or copies the only operand there.
  exec::Status run_block(std::int64_t begin, std::int64_t count, void* into);
  [[nodiscard]] const void* operand(int number, std::int64_t begin) const {
    return exec::moved(given_.operands[static_cast<std::size_t>(number)], begin * elements_.stride);
  }

  const Reduction& given_;
  const Elements& elements_;
  std::byte* memory_ = nullptr;
  std::size_t stride_ = Block::size;  ///< bytes from one temporary vector to the next
};

bool InPlaces::reserve(std::int64_t elements) {
  const auto bytes = static_cast<std::size_t>(elements * elements_.stride);
  memory_ = reinterpret_cast<std::byte*>(given_.blocks);
  if (bytes <= stride_) return true;
  stride_ = (bytes + alignment - 1) / alignment * alignment;
  memory_ = elements_.workspace.bytes(stride_ * blocks_for(given_.order));
  return memory_ != nullptr;
}

exec::Status InPlaces::run() {
  // One pair has no intermediate result.
  const bool is_one_step =
      given_.order.pairs().size() == 1 && (given_.shared == nullptr || !given_.own);
  // Checked first: short vectors have no time for a division.
  const bool is_whole = is_one_step || elements_.division == schedule::Division::none ||
                        given_.count * elements_.stride <= Block::size;
  const std::int64_t at_once =
      is_whole ? given_.count : std::max<std::int64_t>(Block::size / elements_.stride, 1);
  const Place place = place_of_result();
  if (!is_one_step && !reserve(at_once)) return elements_.no_memory;
  for (std::int64_t begin = 0; begin < given_.count; begin += at_once) {
    const std::int64_t count = std::min(at_once, given_.count - begin);
    void* const own = exec::moved(given_.own.value_or(nullptr), begin * elements_.stride);
    std::byte* const shared =
        given_.shared == nullptr ? nullptr : given_.shared + begin * elements_.stride;
    void* const into = place == Place::own      ? own
                       : place == Place::shared ? shared
                                                : temporary(given_.order.temporaries());
    exec::Status status = run_block(begin, count, into);
    if (status == exec::success && shared != nullptr && place != Place::shared)
      status = elements_.put(shared, into, count);
    if (status == exec::success && given_.own && place != Place::own)
      status = elements_.take(own, into, count);
    if (status != exec::success) return status;
  }
  return exec::success;
}

// If other ranks have read the memory, copying the result there at once is faster than reducing
// into it.
InPlaces::Place InPlaces::place_of_result() const {
  const bool has_block = given_.order.pairs().size() > 1;
  // A result in an operand's place would be read again as that operand.
  const bool is_own_suitable =
      given_.own &&
      (!has_block || std::ranges::find(given_.operands, *given_.own) == given_.operands.end());
  if (given_.shared == nullptr) return is_own_suitable ? Place::own : Place::block;
  // Results that bypass the caches should not be read again.
  if (is_own_suitable && !elements_.are_streamed()) return Place::own;
  const bool is_long = given_.count * elements_.stride >=
                       static_cast<std::int64_t>(system::least_bytes_of_long_copy);
  return has_block && is_long ? Place::block : Place::shared;
}

exec::Status InPlaces::run_block(std::int64_t begin, std::int64_t count, void* into) {
  const auto between = [&](int number) -> void* {
    return temporary(Order::first_temporary - number);
  };
  const auto vector = [&](int number) -> const void* {
    return number >= 0 ? operand(number, begin) : number == Order::result ? into : between(number);
  };
  for (const Order::Pair& pair : given_.order.pairs()) {
    void* const to = pair.into == Order::result ? into : between(pair.into);
    const exec::Status status = elements_.reduce(to, vector(pair.left), vector(pair.right), count);
    if (status != exec::success) return status;
  }
  const void* const value = vector(given_.order.value());
  return value == into ? exec::success : elements_.arithmetic.copy(into, value, count);
}

/// For packed operands: unpacks and reduces them block by block.
class Unpacked {
 public:
  Unpacked(const Reduction& given, const Elements& elements)
      : given_(given),
        elements_(elements),
        // Unpacked elements may be far apart.
        at_once_(
            elements.division == schedule::Division::none
                ? std::max<std::int64_t>(given.count, 1)
                : std::max<std::int64_t>(
                      Block::size / std::max(elements.stride, std::abs(elements.layout.extent)),
                      1)) {}

  exec::Status run();

 private:
  bool reserve();
  /// An unpacked vector of this rank, aligned as memory from an allocator would be.
  [[nodiscard]] void* vector(int number) const;
  exec::Status run_block();
  /// Unpacks an operand to `into`, unless the number is that of a value. Returns the status.
  exec::Status take(int number, void* into) const {
    if (number < 0) return exec::success;
    return elements_.take(
        into,
        exec::moved(given_.operands[static_cast<std::size_t>(number)], begin_ * elements_.stride),
        count_);
  }

  const Reduction& given_;
  const Elements& elements_;
  std::int64_t at_once_;
  std::int64_t begin_ = 0;
  std::int64_t count_ = 0;
  std::byte* memory_ = nullptr;
  std::size_t stride_ = 0;  ///< bytes from one unpacked vector to the next
};

exec::Status Unpacked::run() {
  if (!reserve()) return elements_.no_memory;
  for (begin_ = 0; begin_ < given_.count; begin_ += at_once_) {
    count_ = std::min(at_once_, given_.count - begin_);
    exec::Status status = run_block();
    if (status == exec::success && given_.shared != nullptr)
      status =
          elements_.put(given_.shared + begin_ * elements_.stride, vector(Order::result), count_);
    if (status != exec::success) return status;
  }
  return exec::success;
}

exec::Status Unpacked::run_block() {
  for (const Order::Pair& pair : given_.order.pairs()) {
    // A value is already in its vector. A left operand is unpacked into an extra vector.
    void* const left =
        vector(pair.left < 0 ? pair.left : Order::first_temporary - given_.order.temporaries());
    void* const into = vector(pair.into);
    exec::Status status = take(pair.right, into);
    if (status == exec::success) status = take(pair.left, left);
    if (status == exec::success) status = elements_.arithmetic.reduce(into, left, into, count_);
    if (status != exec::success) return status;
  }
  return take(given_.order.value(), vector(Order::result));
}

/// Allocates one vector for each temporary, one for left operands, and one for the result.
bool Unpacked::reserve() {
  const auto span = elements_.layout.span(at_once_);
  const auto vectors = static_cast<std::size_t>(given_.order.temporaries()) + 2;
  std::size_t bytes = 0;
  if (!span || __builtin_add_overflow(*span, 2 * alignment, &stride_)) return false;
  stride_ -= stride_ % alignment;
  if (__builtin_mul_overflow(stride_, vectors, &bytes)) return false;
  memory_ = elements_.workspace.bytes(bytes);
  return memory_ != nullptr;
}

void* Unpacked::vector(int number) const {
  if (number == Order::result && given_.own)
    return exec::moved(*given_.own, begin_ * elements_.layout.extent);
  const std::int64_t address = elements_.layout.address_in_span(at_once_);
  constexpr auto unit = static_cast<std::int64_t>(alignment);
  const std::int64_t aligned = address + ((-address % unit) + unit) % unit;
  const auto place = static_cast<std::size_t>(Order::result - number);
  return exec::moved(memory_ + place * stride_, aligned);
}

}  // namespace

exec::Status reduce(const Reduction& reduction, const Elements& elements) {
  if (elements.packing != nullptr) return Unpacked(reduction, elements).run();
  return InPlaces(reduction, elements).run();
}

}  // namespace allfold::node
