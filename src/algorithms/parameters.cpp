#include "algorithms/parameters.hpp"

namespace allfold::algorithms {

std::size_t hash_of(const Parameters& parameters) {
  std::size_t hash = 0;
  for (const int part : {parameters.halvings, parameters.segments, parameters.radix,
                         parameters.lambda, parameters.children, parameters.rows, parameters.strip,
                         parameters.lanes, static_cast<int>(parameters.way)})
    hash = hash * 0x9e3779b97f4a7c15U + static_cast<std::size_t>(part);
  for (const Factor& factor : parameters.composition)
    hash =
        hash * 0x9e3779b97f4a7c15U + static_cast<std::size_t>(factor.groups * 64 + factor.halvings);
  return hash;
}

}  // namespace allfold::algorithms
