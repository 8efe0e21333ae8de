/// @file Way names: the user's names of the ways of long vectors through shared memory.
#pragma once

#include <optional>
#include <string_view>

#include "algorithms/way.hpp"
#include "node/first_way.hpp"

namespace allfold::mpi::setup {

[[nodiscard]] inline std::string_view name_of(node::Way way) {
  switch (way) {
    case node::Way::sliced: return algorithms::name_of(algorithms::Way::sliced);
    case node::Way::whole: return algorithms::name_of(algorithms::Way::whole);
    case node::Way::read: return algorithms::name_of(algorithms::Way::read);
    case node::Way::read_whole: return algorithms::name_of(algorithms::Way::read_whole);
  }
  return "";
}

/// The source of a first way, in the user's words.
[[nodiscard]] inline std::string_view source_of(const node::FirstWay& first) {
  return first.source == node::FirstWay::Source::rules ? "rules" : "default";
}

/// Empty: the group chooses by its trials.
[[nodiscard]] inline std::optional<node::Way> way_of(algorithms::Way way) {
  switch (way) {
    case algorithms::Way::learnt: break;
    case algorithms::Way::sliced: return node::Way::sliced;
    case algorithms::Way::whole: return node::Way::whole;
    case algorithms::Way::read: return node::Way::read;
    case algorithms::Way::read_whole: return node::Way::read_whole;
  }
  return std::nullopt;
}

}  // namespace allfold::mpi::setup
