/// @file Way names: the ways of long vectors through shared memory, as users name them.
#pragma once

#include <string_view>

#include "algorithms/way.hpp"
#include "node/way.hpp"

namespace allfold::mpi {

[[nodiscard]] inline std::string_view name_of(node::Way way) {
  switch (way) {
    case node::Way::sliced: return algorithms::name_of(algorithms::Way::sliced);
    case node::Way::whole: return algorithms::name_of(algorithms::Way::whole);
    case node::Way::read: return algorithms::name_of(algorithms::Way::read);
  }
  return "";
}

}  // namespace allfold::mpi
