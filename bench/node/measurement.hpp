/// @file Measurement: the modelled time of a candidate's calls, whose results are checked.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "candidate.hpp"
#include "node_model/links.hpp"
#include "node_model/node.hpp"
#include "schedule/collective.hpp"

namespace allfold::bench {

/// Where successive ranks run: on successive cores, or on the sockets in turns.
enum class Binding : std::uint8_t { core, socket };

/// Whether ranks write their inputs before each call, so that they are in no other rank's cache, or
/// only before the first, as benchmarks often do.
enum class Inputs : std::uint8_t { rewritten, unchanged };

struct Request {
  node_model::Node node;
  int ranks = 1;  ///< at most the node's cores
  Binding binding = Binding::core;
  schedule::Collective collective = schedule::Collective::allreduce;
  Inputs inputs = Inputs::rewritten;
  std::int64_t bytes = 8;  ///< rounded up to whole elements
  std::string candidate = "allfold";
};

struct Measured {
  double seconds = 0;           ///< of a call, until its last rank is done
  node_model::Traffic traffic;  ///< of a call
};

/// The longest vector that can be measured.
inline constexpr std::int64_t most_bytes_measured = 16 << 20;

/// Calls are separated: all ranks meet before and after each of them. Throws
/// std::runtime_error if a value of a result is wrong, or ranks wait without end, and what
/// candidate() throws.
[[nodiscard]] Measured measure(const Request& request);
/// The same, for a candidate that is not known by its name.
using Make = std::function<std::unique_ptr<Candidate>(const Task&)>;
[[nodiscard]] Measured measure(const Request& request, const Make& make);

/// The core of each rank.
[[nodiscard]] std::vector<int> cores_of_ranks(const node_model::Node& node, int ranks,
                                              Binding binding);

}  // namespace allfold::bench
