/// @file What a process sees of the machine that it runs on, and of the way to others.
#pragma once

#include <cstdint>

namespace allfold {

/// Equal for processes that can share memory (one boot of one kernel, one /dev/shm, one namespace
/// of processes and of IPC), and for no others; 0 if that cannot be told.
[[nodiscard]] std::uint64_t machine_identity();

/// How many processors share the last-level cache with the first one that this process may run on;
/// 1 if that cannot be told.
[[nodiscard]] int processors_of_cache();

/// Whether there are more ranks on this machine than processors, as far as that can be told by
/// `ranks` of them that are here.
[[nodiscard]] bool is_crowded(int ranks);

/// The longest message, in bytes, that the MPI library sends to another machine at once, without
/// asking the receiver first; 0 if that cannot be told.
[[nodiscard]] std::int64_t network_eager_limit();

}  // namespace allfold
