#include "mpi/parts.hpp"

namespace allfold::mpi {

namespace {

/// On many ranks a part must be longer for its pieces not to be short.
std::int64_t elements_of_part(std::int64_t elements, std::int64_t size, int ranks,
                              int work_vectors) {
  constexpr std::int64_t least_bytes = 64 << 20;
  constexpr std::int64_t bytes_a_rank = 256 << 10;
  const std::int64_t most_bytes = std::max(least_bytes, bytes_a_rank * ranks) / work_vectors;
  if (elements * size <= most_bytes) return elements;
  const std::int64_t most = std::max<std::int64_t>(most_bytes / size, 1);
  const std::int64_t parts = (elements + most - 1) / most;
  return (elements + parts - 1) / parts;
}

}  // namespace

Parts::Parts(std::int64_t elements, const Operand& operand, int ranks, int work_vectors)
    : layout_(operand.layout),
      at_once_(elements_of_part(elements, operand.size, ranks, work_vectors)) {}

}  // namespace allfold::mpi
