/// @file Choice: what serves a call.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "algorithms/kernel.hpp"

namespace allfold::select {

/// What serves a call.
struct Choice {
  const algorithms::Kernel* kernel = nullptr;  ///< null: the MPI library's own call
  algorithms::Parameters parameters = {};
  /// The longest segment of a message, in bytes; absent: that of the communicator.
  std::optional<std::int64_t> segment_bytes = {};
  std::string reason = {};

  /// The memory that it occupies outside this object, in bytes.
  [[nodiscard]] std::size_t bytes_kept() const {
    return reason.capacity() + parameters.composition.capacity() * sizeof(algorithms::Factor);
  }
};

/// "ring" or "elimination-overlapping:halvings=2" or "native".
[[nodiscard]] std::string text_of(const Choice& choice);

}  // namespace allfold::select
