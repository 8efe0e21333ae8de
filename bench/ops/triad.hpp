/// @file The limit of the machine: a[i] = b[i] + s * c[i], which does little more than move memory.
#pragma once

#include <cstddef>

namespace allfold::bench {

void triad(double* a, const double* b, const double* c, std::size_t elements);

}  // namespace allfold::bench
