/// @file What a process sees of the machine that it runs on, and of the way to others.
#pragma once

#include <cstdint>

namespace allfold {

/// Equal for processes that share memory (one boot of one kernel, one /dev/shm), and for no others;
/// 0 if that cannot be told.
[[nodiscard]] std::uint64_t machine_identity();

/// The longest message, in bytes, that the MPI library sends to another machine at once, without
/// asking the receiver first; 0 if that cannot be told.
[[nodiscard]] std::int64_t network_eager_limit();

}  // namespace allfold
