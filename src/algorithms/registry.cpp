/// The registry: one row for each kernel. Selection, forcing, benchmarks, tests and the
/// documentation follow from these rows.
#include "algorithms/registry.hpp"

#include <array>

#include "algorithms/rows.hpp"

namespace allfold::algorithms {

// Each row is a constant of its algorithm's file. The copies are adjacent, so that callers can number
// them.
std::span<const Kernel> kernels() {
#define ALLFOLD_COPY_ROW(name) row::name,
  static const std::array rows{ALLFOLD_ROWS(ALLFOLD_COPY_ROW)};
#undef ALLFOLD_COPY_ROW
  return rows;
}

const Kernel* find_kernel(std::string_view name) {
  for (const Kernel& kernel : kernels())
    if (kernel.name == name) return &kernel;
  return nullptr;
}

}  // namespace allfold::algorithms
