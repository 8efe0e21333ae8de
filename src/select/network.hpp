/// @file Network: the kinds of networks that choices distinguish.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "cost/model.hpp"

namespace allfold::select {

enum class Network : std::uint8_t {
  local,       ///< all ranks are on one node
  high_speed,  ///< InfiniBand and similar: messages bypass the operating system
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

/// The machine for which choices are made as long as it has not been measured:
/// - high-speed network: a present-day cluster. Most reductions overlap with the transfer of the
///   next segment, so that gamma is a tenth of beta, as in table 1 of Rabenseifner, Träff
///   (EuroPVM/MPI 2004).
/// - one node: messages cost about the same.
/// - TCP: alpha is the time of a message through two operating systems and a switch; beta is that
///   of 10 Gbit/s.
///
/// The gap is the processor's time to send a message and to receive one. On one node it is nearly
/// all of alpha and is left unknown. Inside a node, in shared memory, alpha is the time to see what
/// another rank has written, and beta that of a byte written and read.
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
