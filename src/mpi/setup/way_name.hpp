/// @file Way names: the user's names of the ways of long vectors through shared memory.
#pragma once

#include <optional>
#include <string_view>

#include "algorithms/way_parameter.hpp"
#include "node/first_way.hpp"

namespace allfold::mpi::setup {

[[nodiscard]] inline std::string_view name_of(node::Way way) {
  switch (way) {
    case node::Way::sliced: return algorithms::name_of(algorithms::WayParameter::sliced);
    case node::Way::whole: return algorithms::name_of(algorithms::WayParameter::whole);
    case node::Way::read: return algorithms::name_of(algorithms::WayParameter::read);
    case node::Way::read_whole: return algorithms::name_of(algorithms::WayParameter::read_whole);
  }
  return "";
}

/// The source of a first way, in the user's words.
[[nodiscard]] inline std::string_view source_of(const node::FirstWay& first) {
  return first.source == node::FirstWay::Source::rules ? "rules" : "default";
}

/// Empty: the group chooses by its trials.
[[nodiscard]] inline std::optional<node::Way> way_of(algorithms::WayParameter way) {
  switch (way) {
    case algorithms::WayParameter::learnt: break;
    case algorithms::WayParameter::sliced: return node::Way::sliced;
    case algorithms::WayParameter::whole: return node::Way::whole;
    case algorithms::WayParameter::read: return node::Way::read;
    case algorithms::WayParameter::read_whole: return node::Way::read_whole;
  }
  return std::nullopt;
}

}  // namespace allfold::mpi::setup
