/// @file The parameters of the cost model, as users write them.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "cost/model.hpp"

namespace allfold::cost {

/// Reads a time such as "2us", "0.1ns" or "3e-6s"; absent if it is none, negative, or above 1e30 s.
[[nodiscard]] std::optional<double> parse_seconds(std::string_view text);

/// The time with its unit, for example "2us".
[[nodiscard]] std::string text_of_seconds(double seconds);

/// The time for people to read, with three decimal places: "12.345 µs".
[[nodiscard]] std::string readable_seconds(double seconds);

/// A parameter of the model: a time, or a number of nodes.
struct ModelTerm {
  enum class Unit : std::uint8_t { seconds, nodes };
  std::string_view name;
  double& (*of)(CostModel& model);
  Unit unit = Unit::seconds;
};
inline constexpr std::size_t model_term_count = 18;
inline constexpr int fewest_nodes_in_group = 2;
inline constexpr int most_nodes_in_group = 1 << 20;
/// All parameters: alpha, beta, gamma, gap, alpha-inside, beta-inside; switch, beta-switch-far,
/// beta-switch-pair; group, beta-far, beta-pair; chassis; torus-x, torus-y, torus-z; alpha-hop;
/// beta-adapter. A value that is infinite is not known.
[[nodiscard]] std::span<const ModelTerm, model_term_count> model_terms();

/// Reads the value of a parameter, such as "2us" or "16"; absent if it is invalid.
[[nodiscard]] std::optional<double> parse_term(const ModelTerm& term, std::string_view text);
[[nodiscard]] std::string text_of_term(const ModelTerm& term, double value);
/// What is wrong with an invalid value, as "problem: expected".
[[nodiscard]] std::string mistake_in(const ModelTerm& term, std::string_view text);
/// What is wrong with the network of a model, as "problem: expected; what to do", or "". Errors
/// are:
/// - nodes of a switch or group without their seconds per byte, or the reverse
/// - a chassis without links between its switches
/// - a group or chassis that is not a whole number of chassis or switches
/// - a torus that lacks a dimension, or has switches or groups beside it
/// - alpha-hop without switches, groups or a torus
[[nodiscard]] std::string mistake_in_network(const CostModel& model);

/// The parameters that are set, in the same order.
using ModelParameters = std::array<std::optional<double>, model_term_count>;

/// The model with these parameters in place of its own. If any number of nodes is set, the model's
/// own switches, groups, chassis, torus and alpha-hop are dropped.
[[nodiscard]] CostModel with_parameters(CostModel model, const ModelParameters& parameters);

/// Sets the parameters that a text such as "alpha=2us,beta=0.1ns,gamma=0.05ns" names, and unsets
/// all others; "auto" unsets all. Returns what is wrong, as "problem: expected; what to do", or "".
/// - alpha, beta, gamma: the time of a message, of a byte sent, of a byte reduced
/// - gap: the time of a message that directly follows another one
/// - alpha-inside, beta-inside: as alpha and beta, between ranks of one node
/// - beta-adapter: the time of a byte that the ranks of a node together send to other nodes
/// - group: the nodes of a group; beta-far: the time of a byte that each of its nodes sends to
///   other groups while all do; beta-pair: the same to one other group
/// - switch, beta-switch-far, beta-switch-pair: the same for the switches of a group
/// - chassis: the nodes of a chassis
/// - torus-x, torus-y, torus-z: the nodes along each dimension
/// - alpha-hop: the time of each link of a message's route beyond the fewest
[[nodiscard]] std::string set_model(ModelParameters& parameters, std::string_view text);
[[nodiscard]] std::string text_of(const ModelParameters& parameters);
[[nodiscard]] std::string text_of(const CostModel& model);

}  // namespace allfold::cost
