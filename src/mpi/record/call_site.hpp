/// @file Call site: where in the program a call comes from.
#pragma once

#include "profile/classes.hpp"

namespace allfold::mpi::record {

/// The address in the program to which a call returns. `returns_to` is the return address of
/// Allfold's function. If that is in the MPI library, as with its Fortran bindings, the stack is
/// searched.
[[nodiscard]] const void* program_address(const void* returns_to);

/// The program location of such an address.
[[nodiscard]] profile::Site site_of(const void* address);

}  // namespace allfold::mpi::record
