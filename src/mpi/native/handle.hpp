/// @file MPI handles as numbers.
#pragma once

#include <cstdint>
#include <type_traits>

namespace allfold::mpi::native {

/// A number that identifies a handle, which is an address in some MPI libraries and an integer in
/// others.
template <class Handle>
[[nodiscard]] std::uintptr_t number_of(Handle handle) {
  if constexpr (std::is_pointer_v<Handle>)
    return reinterpret_cast<std::uintptr_t>(handle);
  else
    return static_cast<std::uintptr_t>(static_cast<std::make_unsigned_t<Handle>>(handle));
}

}  // namespace allfold::mpi::native
