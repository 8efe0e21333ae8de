/// @file Elements: how a call's elements are written to shared memory, reduced, and read from it.
#pragma once

#include <cstddef>
#include <cstdint>

#include "exec/interfaces.hpp"
#include "exec/layout.hpp"
#include "exec/workspace.hpp"
#include "node/asked.hpp"
#include "node/stream.hpp"
#include "schedule/blocks.hpp"
#include "schedule/operand_order.hpp"
#include "system/copy.hpp"

namespace allfold::node {

/// The maximum size, in bytes, of an element that can be staged. All ranks of a call use the same
/// size.
inline constexpr std::int64_t most_element_bytes = 4096;

/// Copies elements between a rank's own layout and a packed form that is equal on all ranks.
class Packing {
 public:
  virtual ~Packing() = default;
  virtual exec::Status pack(void* shared, const void* own, std::int64_t elements) = 0;
  virtual exec::Status unpack(void* own, const void* shared, std::int64_t elements) = 0;
};

/// The elements of one call.
///
/// In shared memory an element takes `stride` bytes. Elements of derived datatypes are packed
/// there, since ranks may lay them out differently. Others have the layout of the user's vectors.
struct Elements {
  exec::Arithmetic& arithmetic;
  /// into = left ∘ right, as arithmetic.reduce(), which also counts the time in simulations; null:
  /// only that can.
  void (*loop)(void* into, const void* left, const void* right, std::size_t elements) = nullptr;
  /// Null if elements have the same layout in shared memory as in the user's vectors. For plain
  /// elements it is not null only on a rank that takes part without vectors.
  Packing* packing = nullptr;
  exec::Workspace& workspace;  ///< for unpacked operands, and intermediate whole vectors
  exec::Layout layout;         ///< of the user's vectors
  std::int64_t stride = 1;     ///< bytes, at most `most_element_bytes`
  /// Whether writing, reducing or reading elements may fail; equal on all ranks. If not, short
  /// calls do not check the other ranks for failures, which would cost too much of their time.
  enum class Risk : std::uint8_t { none, may_fail } risk = Risk::none;
  /// `past_caches`: results are too long to stay in the caches. Only for elements without gaps in
  /// the user's vectors that have the same layout in shared memory.
  enum class Results : std::uint8_t { cached, past_caches } results = Results::cached;
  /// `plain`, equal on all ranks: elements are reduced by Allfold's own loops, and are contiguous
  /// in host memory. Then every way suits long vectors, so trials compare the ways, and a root may
  /// read its own short vector in place.
  enum class Kind : std::uint8_t { any, plain } kind = Kind::any;
  /// `none`, equal on all ranks: a vector is reduced as a whole, by one call of the operation. It
  /// has at most schedule::most_bytes_of_whole bytes.
  schedule::Division division = schedule::Division::elements;
  /// Whether operands must be taken in rank order; equal on all ranks.
  schedule::OperandOrder order = schedule::OperandOrder::rank_order;
  exec::Status no_memory = 1;      ///< reported if memory is short
  exec::Status others_failed = 1;  ///< reported if another rank has reported a failure
  exec::Status mismatched = 2;     ///< reported if another rank asks for something else
  /// What this rank asks for in the call; the vectors may be only a part of it. If ranks ask for
  /// different things, nothing in shared memory is touched.
  Signature asked = signature_of({});

  /// into = left ∘ right, for elements that are not packed; `into` may be either operand.
  [[nodiscard]] exec::Status reduce(void* into, const void* left, const void* right,
                                    std::int64_t elements) const {
    if (loop == nullptr) return arithmetic.reduce(into, left, right, elements);
    loop(into, left, right, static_cast<std::size_t>(elements));
    return exec::success;
  }
  /// Whether results are written by stores that bypass the caches.
  [[nodiscard]] bool are_streamed() const {
    return stream_bypasses_caches && results == Results::past_caches;
  }
  [[nodiscard]] exec::Status put(void* shared, const void* own, std::int64_t elements) const {
    if (kind == Kind::plain && packing == nullptr) [[likely]] {
      system::copy(shared, own, static_cast<std::size_t>(elements * stride),
                   system::Lines::others_read);
      return exec::success;
    }
    if (elements == 0) return exec::success;
    return packing != nullptr ? packing->pack(shared, own, elements)
                              : arithmetic.copy(shared, own, elements);
  }
  [[nodiscard]] exec::Status take(void* own, const void* shared, std::int64_t elements) const {
    if (elements == 0) return exec::success;
    if constexpr (stream_bypasses_caches)
      if (results == Results::past_caches) {
        stream(own, shared, static_cast<std::size_t>(elements * stride));
        return exec::success;
      }
    return packing != nullptr ? packing->unpack(own, shared, elements)
                              : arithmetic.copy(own, shared, elements);
  }
};

/// The vectors of one rank in a call.
struct Vectors {
  const void* input = nullptr;
  /// Memory for what this rank wants of the result; not used on ranks that want nothing. May be the
  /// input. If this rank wants its share only, it may be the start of the input.
  void* result = nullptr;
  std::int64_t count = 0;  ///< elements
  /// How this rank enters the call. A rank that has failed before takes part, but its vectors are
  /// not read or written, and ranks that need its input fail, too.
  exec::Status so_far = exec::success;
};

}  // namespace allfold::node
