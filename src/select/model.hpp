/// @file The parameters of the cost model, as users write them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "schedule/cost.hpp"

namespace allfold {

/// A cluster of today: what the default choice is made for. Most of what is reduced is so while the
/// next segment is on its way, so gamma is a tenth of beta, as in the table of [RT04]. Inside a
/// machine alpha is a look at what another rank writes, and beta a byte written and read.
inline constexpr CostModel default_model{.link = {.alpha = 1e-6, .beta = 1e-10},
                                         .gamma = 1e-11,
                                         .inside = {.alpha = 1e-7, .beta = 1e-10}};

/// Reads a time such as "2us", "0.1ns" or "3e-6s"; absent if it is none, or negative.
[[nodiscard]] std::optional<double> parse_seconds(std::string_view text);

/// The time with its unit, as "2us".
[[nodiscard]] std::string text_of_seconds(double seconds);

/// Sets what "alpha=2us,beta=0.1ns,gamma=0.05ns" names: alpha a message, beta a byte sent, gamma a
/// byte reduced; alpha-inside and beta-inside the same among ranks of one machine. Returns what is
/// wrong, as "problem (why) suggestion", or "".
[[nodiscard]] std::string set_model(CostModel& model, std::string_view text);
[[nodiscard]] std::string text_of(const CostModel& model);

}  // namespace allfold
