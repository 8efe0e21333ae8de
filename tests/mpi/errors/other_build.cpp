// Replaces src/mpi/build_identity.cpp: another build of Allfold.
#include "mpi/build_identity.hpp"

namespace allfold::mpi {

std::uint64_t build_identity() { return 1; }

std::array<char, 16> version_text() { return {'9', '.', '9'}; }

}  // namespace allfold::mpi
