#include "select/model.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>

namespace allfold {

namespace {

struct Unit {
  std::string_view name;
  double seconds;
};
constexpr std::array units{Unit{"s", 1},     Unit{"ms", 1e-3}, Unit{"us", 1e-6},
                           Unit{"µs", 1e-6}, Unit{"ns", 1e-9}, Unit{"ps", 1e-12}};

/// A parameter that is a time.
struct Term {
  std::string_view name;
  double& (*of)(CostModel& model);
};
constexpr std::array terms{
    Term{"alpha", [](CostModel& model) -> double& { return model.link.alpha; }},
    Term{"beta", [](CostModel& model) -> double& { return model.link.beta; }},
    Term{"gamma", [](CostModel& model) -> double& { return model.gamma; }},
    Term{"alpha-inside", [](CostModel& model) -> double& { return model.inside.alpha; }},
    Term{"beta-inside", [](CostModel& model) -> double& { return model.inside.beta; }},
};

std::string set_term(CostModel& model, std::string_view item) {
  const std::size_t equals = item.find('=');
  for (const Term& term : terms) {
    if (equals == std::string_view::npos || item.substr(0, equals) != term.name) continue;
    const auto seconds = parse_seconds(item.substr(equals + 1));
    if (!seconds)
      return fmt::format("'{}' is no time (it needs a number and a unit) write as in {}=2us",
                         item.substr(equals + 1), term.name);
    term.of(model) = *seconds;
    return "";
  }
  return fmt::format(
      "'{}' is no part of the model (its parts are alpha, beta, gamma, alpha-inside and "
      "beta-inside) write as in "
      "alpha=2us,beta=0.1ns,gamma=0.05ns",
      item);
}

}  // namespace

std::optional<double> parse_seconds(std::string_view text) {
  double number = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (failure != std::errc{} || !std::isfinite(number) || number < 0) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  for (const Unit& unit : units)
    if (unit.name == text) return number * unit.seconds;
  return std::nullopt;
}

std::string text_of_seconds(double seconds) {
  for (const Unit& unit : units)
    if (seconds >= unit.seconds || &unit == &units.back())
      return fmt::format("{:.6g}{}", seconds / unit.seconds, unit.name);
  return "";
}

std::string set_model(CostModel& model, std::string_view text) {
  CostModel changed = model;
  for (bool more = true; more;) {
    const std::size_t comma = text.find(',');
    if (std::string problem = set_term(changed, text.substr(0, comma)); !problem.empty())
      return problem;
    more = comma != std::string_view::npos;
    if (more) text.remove_prefix(comma + 1);
  }
  model = changed;
  return "";
}

std::string text_of(const CostModel& model) {
  CostModel copy = model;
  std::string text;
  for (const Term& term : terms)
    text +=
        fmt::format("{}{}={}", text.empty() ? "" : ",", term.name, text_of_seconds(term.of(copy)));
  return text;
}

}  // namespace allfold
