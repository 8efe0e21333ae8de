/// @file Call site: where in the program a call comes from.
#pragma once

#include "profile/classes.hpp"

namespace allfold::mpi {

/// The address in the program to which a call will return. `returns_to` is where Allfold's function
/// returns to: where that is the MPI library, as with its bindings for Fortran, the stack is looked
/// at.
[[nodiscard]] const void* program_address(const void* returns_to);

/// What is at such an address.
[[nodiscard]] profile::Site site_of(const void* address);

}  // namespace allfold::mpi
