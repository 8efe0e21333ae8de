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

/// The time with its unit, as "2us".
[[nodiscard]] std::string text_of_seconds(double seconds);

/// The time to be read, with four digits or so: "12.345 µs".
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
/// alpha, beta, gamma, gap, alpha-inside, beta-inside; switch, beta-switch-far, beta-switch-pair;
/// group, beta-far, beta-pair; chassis; torus-x, torus-y, torus-z; alpha-hop; beta-adapter. What is
/// infinite is not known.
[[nodiscard]] std::span<const ModelTerm, model_term_count> model_terms();

/// Reads the value of a parameter, such as "2us" or "16"; absent if it is none.
[[nodiscard]] std::optional<double> parse_term(const ModelTerm& term, std::string_view text);
[[nodiscard]] std::string text_of_term(const ModelTerm& term, double value);
/// What is wrong with a value that is none: "problem: expected".
[[nodiscard]] std::string mistake_in(const ModelTerm& term, std::string_view text);
/// What is wrong with the network of a model, as "problem: expected; what to do": nodes without what
/// bytes take or the other way round, groups that are no whole number of switches, or a torus that
/// lacks a dimension or has groups. Or "".
[[nodiscard]] std::string mistake_in_network(const CostModel& model);

/// Those of the parameters that somebody has set, in the same order.
using ModelParameters = std::array<std::optional<double>, model_term_count>;

/// The model with these parameters instead of its own. Switches, groups or a torus replace all of
/// these, with their links and alpha-hop.
[[nodiscard]] CostModel with_parameters(CostModel model, const ModelParameters& parameters);

/// Sets what "alpha=2us,beta=0.1ns,gamma=0.05ns" names, and no other: alpha a message, beta a byte
/// sent, gamma a byte reduced, gap a message that follows another at once; alpha-inside and
/// beta-inside the same among ranks of one node; beta-adapter a byte that ranks of a node send to
/// others; group the nodes of a group, and beta-far a byte that each of these sends to other groups
/// while all do, beta-pair to one other group; switch, beta-switch-far and beta-switch-pair the
/// same of the switches of a group; chassis the nodes of one; torus-x and so on the nodes along each
/// dimension; alpha-hop a link beyond the fewest of a message's way. "auto" sets none. Returns what
/// is wrong, as "problem: expected; what to do", or "".
[[nodiscard]] std::string set_model(ModelParameters& parameters, std::string_view text);
[[nodiscard]] std::string text_of(const ModelParameters& parameters);
[[nodiscard]] std::string text_of(const CostModel& model);

}  // namespace allfold::cost
