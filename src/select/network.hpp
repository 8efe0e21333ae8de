/// @file Network: how messages go between the ranks of a communicator, as far as choices go.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "cost/model.hpp"

namespace allfold::select {

enum class Network : std::uint8_t {
  local,       ///< all ranks are on one node
  high_speed,  ///< InfiniBand and the like: messages need no help of the system
  tcp,
};
inline constexpr std::array networks{Network::local, Network::high_speed, Network::tcp};

[[nodiscard]] constexpr std::string_view name_of(Network network) {
  switch (network) {
    case Network::local: return "local";
    case Network::high_speed: return "high-speed";
    case Network::tcp: return "tcp";
  }
  return "";
}
[[nodiscard]] constexpr std::optional<Network> find_network(std::string_view name) {
  for (const Network network : networks)
    if (name_of(network) == name) return network;
  return std::nullopt;
}

/// The machine that choices are made for, as long as nobody has measured it. With a high-speed
/// network a cluster of today: most of what is reduced is so while the next segment is on its way,
/// so gamma is a tenth of beta, as in table 1 of Rabenseifner, Träff (EuroPVM/MPI 2004). On one
/// node messages cost about the same. TCP: what a message takes through two systems and a
/// switch, and 10 Gbit/s. The gap is the processor's own time to send a message and to take one; on
/// one node nearly all of alpha is that. Inside a node alpha is a
/// look at what another rank writes, and beta a byte written and read.
[[nodiscard]] constexpr cost::CostModel default_model(Network network) {
  cost::CostModel model{.link = {.alpha = 1e-6, .beta = 1e-10},
                        .gamma = 1e-11,
                        .inside = {.alpha = 1e-7, .beta = 1e-10}};
  if (network == Network::high_speed) model.link.gap = 0.3e-6;
  if (network == Network::tcp) model.link = {.alpha = 30e-6, .beta = 1e-9, .gap = 8e-6};
  if (network != Network::high_speed) model.link.latency = cost::Latency::of_processors;
  return model;
}

}  // namespace allfold::select
