#include "mpi/run/parts.hpp"

#include <limits>

namespace allfold::mpi::run {

namespace {

/// On many ranks parts must be longer, so that their pieces are not short. A message may contain
/// all work vectors, and must not have more elements than an int can count.
std::int64_t elements_of_part(std::int64_t elements, std::int64_t size, int ranks,
                              int work_vectors) {
  constexpr std::int64_t least_bytes = 64 << 20;
  constexpr std::int64_t bytes_a_rank = 256 << 10;
  constexpr std::int64_t most_counted = std::numeric_limits<int>::max();
  const std::int64_t most_bytes = std::max(least_bytes, bytes_a_rank * ranks) / work_vectors;
  const std::int64_t most =
      std::clamp<std::int64_t>(most_bytes / std::max<std::int64_t>(size, 1), 1,
                               std::max<std::int64_t>(most_counted / work_vectors, 1));
  if (elements <= most) return elements;
  const std::int64_t parts = (elements + most - 1) / most;
  return (elements + parts - 1) / parts;
}

}  // namespace

Parts::Parts(std::int64_t elements, const call::Operand& operand, int ranks,
             schedule::Division division, int work_vectors)
    : layout_(operand.layout),
      at_once_(division == schedule::Division::none
                   ? elements
                   : elements_of_part(elements, operand.size, ranks, work_vectors)) {}

}  // namespace allfold::mpi::run
