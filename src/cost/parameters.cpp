#include "cost/parameters.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "text/format.hpp"

namespace allfold::cost {

namespace {

struct Unit {
  std::string_view name;
  double in_a_second;  ///< which numbers are divided by: a division is exact to the last digit
};
constexpr std::array units{Unit{"s", 1},    Unit{"ms", 1e3}, Unit{"us", 1e6},
                           Unit{"µs", 1e6}, Unit{"ns", 1e9}, Unit{"ps", 1e12}};

constexpr std::array terms{
    ModelTerm{"alpha", [](CostModel& model) -> double& { return model.link.alpha; }},
    ModelTerm{"beta", [](CostModel& model) -> double& { return model.link.beta; }},
    ModelTerm{"gamma", [](CostModel& model) -> double& { return model.gamma; }},
    ModelTerm{"gap", [](CostModel& model) -> double& { return model.link.gap; }},
    ModelTerm{"alpha-inside", [](CostModel& model) -> double& { return model.inside.alpha; }},
    ModelTerm{"beta-inside", [](CostModel& model) -> double& { return model.inside.beta; }},
    ModelTerm{"group", [](CostModel& model) -> double& { return model.nodes_per_group; },
              ModelTerm::Unit::nodes},
    ModelTerm{"beta-far", [](CostModel& model) -> double& { return model.beta_far; }},
    ModelTerm{"beta-pair", [](CostModel& model) -> double& { return model.beta_pair; }},
    ModelTerm{"beta-adapter", [](CostModel& model) -> double& { return model.beta_adapter; }},
};

// Their places.
constexpr std::size_t group_term = 6;
constexpr std::size_t beta_far_term = 7;
constexpr std::size_t beta_pair_term = 8;
static_assert(terms[group_term].name == "group" && terms[beta_far_term].name == "beta-far" &&
              terms[beta_pair_term].name == "beta-pair");

/// Sums over all messages and bytes are still finite.
constexpr double most_seconds = 1e30;

double number_in(std::string_view text) {
  double number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

std::optional<double> parse_nodes(std::string_view text) {
  int number = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (failure != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  if (number < fewest_nodes_in_group || number > most_nodes_in_group) return std::nullopt;
  return number;
}

std::string set_term(ModelParameters& parameters, std::string_view item) {
  const std::size_t equals = item.find('=');
  for (std::size_t t = 0; t < terms.size(); ++t) {
    if (equals == std::string_view::npos || item.substr(0, equals) != terms[t].name) continue;
    const std::string_view text = item.substr(equals + 1);
    const auto value = parse_term(terms[t], text);
    if (!value) return mistake_in(terms[t], text);
    // As it will be written: ranks that compare what is written have the same.
    parameters[t] = parse_term(terms[t], text_of_term(terms[t], *value));
    return "";
  }
  return text::format(
      "unknown parameter '{}': expected alpha, beta, gamma, gap, alpha-inside, beta-inside, group, "
      "beta-far, beta-pair or beta-adapter; write as in alpha=2us,beta=0.1ns,gamma=0.05ns, or auto",
      item);
}

}  // namespace

std::span<const ModelTerm, model_term_count> model_terms() { return terms; }

std::optional<double> parse_seconds(std::string_view text) {
  double number = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (failure != std::errc{} || !std::isfinite(number) || number < 0) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  const auto* const unit = std::ranges::find(units, text, &Unit::name);
  if (unit == units.end() || number / unit->in_a_second > most_seconds) return std::nullopt;
  return number / unit->in_a_second;
}

std::optional<double> parse_term(const ModelTerm& term, std::string_view text) {
  return term.unit == ModelTerm::Unit::nodes ? parse_nodes(text) : parse_seconds(text);
}

std::string text_of_term(const ModelTerm& term, double value) {
  return term.unit == ModelTerm::Unit::nodes ? text::format("{:.0f}", value)
                                             : text_of_seconds(value);
}

std::string mistake_in(const ModelTerm& term, std::string_view text) {
  if (term.unit == ModelTerm::Unit::nodes)
    return text::format("invalid number '{}': expected nodes, from {} to {}, for example {}=16",
                        text, fewest_nodes_in_group, most_nodes_in_group, term.name);
  return text::format(
      "invalid time '{}': expected a number with a unit, up to 1e30s, for example {}=2us", text,
      term.name);
}

std::string text_of_seconds(double seconds) {
  // 999.9999 ms are a second.
  const double rounded = number_in(text::format("{:.5e}", seconds));
  for (const Unit& unit : units)
    if (rounded >= 1 / unit.in_a_second || &unit == &units.back())
      return text::format("{:.6g}{}", rounded * unit.in_a_second, unit.name);
  return "";
}

std::string readable_seconds(double seconds) {
  return seconds < 1e-3 ? text::format("{:.3f} µs", seconds * 1e6)
         : seconds < 1  ? text::format("{:.3f} ms", seconds * 1e3)
                        : text::format("{:.3f} s", seconds);
}

CostModel with_parameters(CostModel model, const ModelParameters& parameters) {
  // Other groups have other links.
  if (parameters[group_term]) model.beta_far = model.beta_pair = CostModel::unknown;
  for (std::size_t t = 0; t < terms.size(); ++t)
    if (parameters[t]) terms[t].of(model) = *parameters[t];
  return model;
}

std::string set_model(ModelParameters& parameters, std::string_view text) {
  ModelParameters changed = {};
  for (bool more = text != "auto"; more;) {
    const std::size_t comma = text.find(',');
    if (std::string problem = set_term(changed, text.substr(0, comma)); !problem.empty())
      return problem;
    more = comma != std::string_view::npos;
    if (more) text.remove_prefix(comma + 1);
  }
  if (changed[group_term].has_value() !=
      (changed[beta_far_term].has_value() || changed[beta_pair_term].has_value()))
    return text::format("{}; write as in group=16,beta-far=0.2ns", mistake_of_half_groups);
  parameters = changed;
  return "";
}

std::string text_of(const ModelParameters& parameters) {
  std::string text;
  for (std::size_t t = 0; t < terms.size(); ++t)
    if (parameters[t])
      text += text::format("{}{}={}", text.empty() ? "" : ",", terms[t].name,
                           text_of_term(terms[t], *parameters[t]));
  return text.empty() ? "auto" : text;
}

std::string text_of(const CostModel& model) {
  CostModel copy = model;
  ModelParameters parameters;
  for (std::size_t t = 0; t < terms.size(); ++t)
    if (std::isfinite(terms[t].of(copy))) parameters[t] = terms[t].of(copy);
  return text_of(parameters);
}

}  // namespace allfold::cost
