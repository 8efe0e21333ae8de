// Sums whose bits show in which order and bracketing they were computed.
#ifndef ALLFOLD_TESTS_MPI_REDUCTIONS_BADLY_CONDITIONED_H
#define ALLFOLD_TESTS_MPI_REDUCTIONS_BADLY_CONDITIONED_H

#include <cstddef>

#include "support/random.h"

namespace allfold_test {

// The last rank's value almost cancels the sum of the others, so that every order and bracketing
// rounds to other bits, and to other decimal digits.
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
