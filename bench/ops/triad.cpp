#include "triad.hpp"

namespace allfold::bench {

#if defined(__x86_64__)
__attribute__((target_clones("avx2", "default")))
#endif
void triad(double* a, const double* b, const double* c, std::size_t elements) {
  constexpr double scalar = 3;
  double* __restrict to = a;
  for (std::size_t i = 0; i < elements; ++i) to[i] = b[i] + scalar * c[i];
}

}  // namespace allfold::bench
