// Sums whose bits tell in which order and bracketing they were made.
#ifndef ALLFOLD_TESTS_MPI_REDUCTIONS_BADLY_CONDITIONED_H
#define ALLFOLD_TESTS_MPI_REDUCTIONS_BADLY_CONDITIONED_H

#include <cstddef>

#include "support/random.h"

namespace allfold_test {

// The last rank all but cancels what the others sum up to, so that every order and bracketing
// rounds to other bits, and to other digits.
template <typename Float>
Float badly_conditioned(int rank, std::size_t index, int ranks) {
  constexpr int spread = 3;
  const auto own = random_float<Float>(random_word(rank, index), spread);
  if (rank < ranks - 1) return own;
  Float others = 0;
  for (int r = 0; r < rank; ++r) others += random_float<Float>(random_word(r, index), spread);
  return -others * (1 + own / 1024);
}

}  // namespace allfold_test

#endif
