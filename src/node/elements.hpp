/// @file Elements: how a call's elements are put into shared memory, reduced, and taken out.
#pragma once

#include <cstddef>
#include <cstdint>

#include "exec/interfaces.hpp"
#include "exec/layout.hpp"
#include "exec/workspace.hpp"
#include "node/asked.hpp"
#include "node/stream.hpp"
#include "schedule/blocks.hpp"
#include "system/copy.hpp"

namespace allfold::node {

/// Elements up to this size can be staged. All ranks of a call know the size alike.
inline constexpr std::int64_t most_element_bytes = 4096;

/// Copies elements between a rank's own layout and a packed form that is the same on all ranks.
class Packing {
 public:
  virtual ~Packing() = default;
  virtual exec::Status pack(void* shared, const void* own, std::int64_t elements) = 0;
  virtual exec::Status unpack(void* own, const void* shared, std::int64_t elements) = 0;
};

/// The elements of one call.
///
/// In shared memory an element takes `stride` bytes. Those of the user's types are packed there, as
/// ranks may lay them out in different ways; others lie there as in the user's vectors.
struct Elements {
  exec::Arithmetic& arithmetic;
  /// Null: elements lie in shared memory as in the user's. Of plain ones it is a rank's that takes part
  /// without vectors.
  Packing* packing = nullptr;
  exec::Workspace& workspace;  ///< for unpacked operands, and for what is between whole vectors
  exec::Layout layout;         ///< of the user's vectors
  std::int64_t stride = 1;     ///< bytes, at most `most_element_bytes`
  /// Whether putting, reducing or taking may fail. All ranks know that alike. In short calls nobody
  /// looks for failures without risk: a look at each rank would cost too much of their time.
  enum class Risk : std::uint8_t { none, may_fail } risk = Risk::none;
  /// `past_caches`: results are too long to stay in the caches. Only for elements that lie in the
  /// user's vectors without gaps, and in shared memory as there.
  enum class Results : std::uint8_t { cached, past_caches } results = Results::cached;
  /// `plain`, on all ranks alike: they are reduced by loops of Allfold's own, and lie side by side
  /// in the user's vectors, in host memory. Then the ways of long vectors take turns, and each suits;
  /// and what a root alone reads of a short vector is read where it is.
  enum class Kind : std::uint8_t { any, plain } kind = Kind::any;
  /// `none`, on all ranks alike: vectors are reduced whole, at once. They are no longer than
  /// schedule::most_bytes_of_whole.
  schedule::Division division = schedule::Division::elements;
  exec::Status no_memory = 1;      ///< what to report when memory is short
  exec::Status others_failed = 1;  ///< what to report when another rank has reported something
  exec::Status mismatched = 2;     ///< what to report when another rank asks for something else
  /// What this rank asks for in the call, whose vectors may be a part of it. All ranks ask for the
  /// same in a correct program; what lies in shared memory is not touched in another one.
  Signature asked = signature_of({});

  [[nodiscard]] exec::Status put(void* shared, const void* own, std::int64_t elements) const {
    if (kind == Kind::plain && packing == nullptr) {
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
    if (results == Results::past_caches) {
      stream(own, shared, static_cast<std::size_t>(elements * stride));
      return exec::success;
    }
    return packing != nullptr ? packing->unpack(own, shared, elements)
                              : arithmetic.copy(own, shared, elements);
  }
};

/// A call, as one rank makes it.
struct Vectors {
  const void* input = nullptr;
  void* result = nullptr;  ///< not used where the rank gets no result; may be the input
  std::int64_t count = 0;  ///< elements
  /// How the rank comes to the call. If it has failed it takes part, but nothing of its own result
  /// is read or written, and whoever needs something of it fails, too.
  exec::Status so_far = exec::success;
};

}  // namespace allfold::node
