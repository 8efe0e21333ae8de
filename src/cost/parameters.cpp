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
  double in_a_second;  ///< the divisor of numbers: a division is exact to the last digit
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
    ModelTerm{"switch", [](CostModel& model) -> double& { return model.switches.nodes; },
              ModelTerm::Unit::nodes},
    ModelTerm{"beta-switch-far",
              [](CostModel& model) -> double& { return model.switches.beta_far; }},
    ModelTerm{"beta-switch-pair",
              [](CostModel& model) -> double& { return model.switches.beta_pair; }},
    ModelTerm{"group", [](CostModel& model) -> double& { return model.groups.nodes; },
              ModelTerm::Unit::nodes},
    ModelTerm{"beta-far", [](CostModel& model) -> double& { return model.groups.beta_far; }},
    ModelTerm{"beta-pair", [](CostModel& model) -> double& { return model.groups.beta_pair; }},
    ModelTerm{"chassis", [](CostModel& model) -> double& { return model.chassis; },
              ModelTerm::Unit::nodes},
    ModelTerm{"torus-x", [](CostModel& model) -> double& { return model.torus.x; },
              ModelTerm::Unit::nodes},
    ModelTerm{"torus-y", [](CostModel& model) -> double& { return model.torus.y; },
              ModelTerm::Unit::nodes},
    ModelTerm{"torus-z", [](CostModel& model) -> double& { return model.torus.z; },
              ModelTerm::Unit::nodes},
    ModelTerm{"alpha-hop", [](CostModel& model) -> double& { return model.alpha_hop; }},
    ModelTerm{"beta-adapter", [](CostModel& model) -> double& { return model.beta_adapter; }},
};

/// The longest time: sums over all messages and bytes remain finite.
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

/// All names: "alpha, beta, ... or beta-adapter".
std::string names_of_terms() {
  std::string names;
  for (const ModelTerm& term : terms)
    names += text::format("{}{}",
                          names.empty()            ? ""
                          : &term == &terms.back() ? " or "
                                                   : ", ",
                          term.name);
  return names;
}

std::string set_term(ModelParameters& parameters, std::string_view item) {
  const std::size_t equals = item.find('=');
  for (std::size_t t = 0; t < terms.size(); ++t) {
    if (equals == std::string_view::npos || item.substr(0, equals) != terms[t].name) continue;
    const std::string_view text = item.substr(equals + 1);
    const auto value = parse_term(terms[t], text);
    if (!value) return mistake_in(terms[t], text);
    // The value as it will be written: ranks that compare texts then have equal values.
    parameters[t] = parse_term(terms[t], text_of_term(terms[t], *value));
    return "";
  }
  return text::format(
      "unknown parameter '{}': expected {}; write as in alpha=2us,beta=0.1ns,gamma=0.05ns, or auto",
      item, names_of_terms());
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
  // 999.9999 ms is written as 1 s.
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

namespace {

std::string mistake_in_groups(const CostModel& model) {
  struct Level {
    const NodeGroups& groups;
    std::string_view name, before_links;
  };
  for (const auto& [groups, name, prefix] :
       {Level{model.switches, "switch", "switch-"}, Level{model.groups, "group", ""}}) {
    const bool has_links = groups.beta_far < unknown || groups.beta_pair < unknown;
    if ((groups.nodes < unknown) != has_links)
      return text::format(
          "{0}, beta-{1}far and beta-{1}pair: expected {0} with one or both of the others, or none;"
          " add what is missing",
          name, prefix);
  }
  if (model.chassis < unknown && !(model.switches.beta_pair < unknown))
    return "chassis: expected switch with beta-switch-pair, the links between its switches; add "
           "them";
  struct Whole {
    double nodes, of;
    std::string_view name, parts;
  };
  for (const auto& [nodes, of, name, parts] :
       {Whole{model.chassis, model.switches.nodes, "chassis", "switch"},
        Whole{model.groups.nodes, model.chassis, "group", "chassis"},
        Whole{model.groups.nodes, model.switches.nodes, "group", "switch"}})
    if (nodes < unknown && of < unknown && std::fmod(nodes, of) != 0)
      return text::format(
          "{}: {:.0f} nodes: expected a multiple of the {:.0f} nodes of a {}; change one of them",
          name, nodes, of, parts);
  return "";
}

std::string mistake_in_torus(const CostModel& model) {
  const Torus& torus = model.torus;
  if ((torus.y < unknown && !torus.is_known()) || (torus.z < unknown && !(torus.y < unknown)))
    return "torus-x, torus-y and torus-z: expected torus-x, that and torus-y, or all three; add "
           "what "
           "is missing";
  if (torus.is_known() && (model.switches.are_known() || model.groups.are_known()))
    return "torus-x: expected no switch and no group beside it; remove one or the other";
  return "";
}

}  // namespace

std::string mistake_in_network(const CostModel& model) {
  for (const auto& mistake : {mistake_in_groups(model), mistake_in_torus(model)})
    if (!mistake.empty()) return mistake;
  const bool has_routes =
      model.switches.are_known() || model.groups.are_known() || model.torus.is_known();
  if (model.alpha_hop < unknown && !has_routes)
    return "alpha-hop: has no effect without switch, group or torus-x: expected one of them; add "
           "it";
  return "";
}

CostModel with_parameters(CostModel model, const ModelParameters& parameters) {
  // Other switches, groups or dimensions have other links.
  for (std::size_t t = 0; t < terms.size(); ++t)
    if (parameters[t] && terms[t].unit == ModelTerm::Unit::nodes) {
      model.switches = model.groups = {};
      model.chassis = model.alpha_hop = unknown;
      model.torus = {};
    }
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
  const CostModel model = with_parameters({}, changed);
  if (const std::string mistake = mistake_in_groups(model); !mistake.empty())
    return mistake + ", as in switch=4,beta-switch-pair=0.4ns,group=16,beta-far=0.2ns";
  if (std::string mistake = mistake_in_network(model); !mistake.empty()) return mistake;
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
