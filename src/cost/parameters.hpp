/// @file The parameters of the cost model, as users write them.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "cost/model.hpp"

namespace allfold::cost {

/// Reads a time such as "2us", "0.1ns" or "3e-6s"; absent if it is none, or negative.
[[nodiscard]] std::optional<double> parse_seconds(std::string_view text);

/// The time with its unit, as "2us".
[[nodiscard]] std::string text_of_seconds(double seconds);

/// The time to be read, with four digits or so: "12.345 µs".
[[nodiscard]] std::string readable_seconds(double seconds);

/// A parameter of the model that is a time.
struct ModelTerm {
  std::string_view name;
  double& (*of)(CostModel& model);
};
inline constexpr std::size_t model_term_count = 6;
/// alpha, beta, gamma, gap, alpha-inside and beta-inside. What is infinite is not known: the gap.
[[nodiscard]] std::span<const ModelTerm, model_term_count> model_terms();

/// Those of the parameters that somebody has set, in the same order.
using ModelParameters = std::array<std::optional<double>, model_term_count>;

/// The model with these parameters instead of its own.
[[nodiscard]] CostModel with_parameters(CostModel model, const ModelParameters& parameters);

/// Sets what "alpha=2us,beta=0.1ns,gamma=0.05ns" names, and no other: alpha a message, beta a byte
/// sent, gamma a byte reduced, gap a message that follows another at once; alpha-inside and
/// beta-inside the same among ranks of one node. "auto" sets none. Returns what is wrong, as
/// "problem: expected; what to do", or "".
[[nodiscard]] std::string set_model(ModelParameters& parameters, std::string_view text);
[[nodiscard]] std::string text_of(const ModelParameters& parameters);
[[nodiscard]] std::string text_of(const CostModel& model);

}  // namespace allfold::cost
