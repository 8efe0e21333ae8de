#include "algorithms/parameter_rows.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <iterator>
#include <optional>

#include "algorithms/composition_plans.hpp"
#include "algorithms/composition_search.hpp"
#include "algorithms/grid.hpp"
#include "algorithms/lanes.hpp"
#include "algorithms/powers.hpp"
#include "algorithms/whole_number.hpp"
#include "text/format.hpp"

namespace allfold::algorithms::parameter {

namespace {

template <std::vector<int> (*values)(const Task&)>
std::vector<int> telling(const Task& task) {
  return task.ranks <= most_ranks_in_full ? values(task) : ends_and_middle(values(task));
}

constexpr std::string_view summary_of_halvings =
    "number of rounds that halve the vector; the others exchange whole pieces (default: the "
    "cheapest)";

std::vector<int> rounds_of(const Task& task) { return up_to(floor_log2(task.ranks)); }

/// The values that make a difference for p = q * 2^k, q odd: ⌈lg p⌉ - j for j = 0 ... k, with
/// classes of p / 2^j ranks.
std::vector<int> circulant_rounds_of(const Task& task) {
  const int most = ceil_log2(task.ranks);
  if (goes_in_shares(task.collective)) return {most};
  std::vector<int> rounds = up_to(std::countr_zero(static_cast<unsigned>(task.ranks)));
  for (int& round : rounds) round = most - round;
  return rounds;
}

std::vector<int> powers_of_two(const Task& /*task*/) { return {1, 2, 4, 8, 16, 32, 64}; }

/// A few numbers of segments suffice: more segments only repeat the steady state of a pipeline.
std::vector<int> telling_segments(const Task& task) {
  return task.ranks <= most_ranks_in_full ? std::vector{1, 2, 3, 16} : std::vector{1, 3};
}

std::vector<int> lambdas(const Task& /*task*/) { return {1, 3, 4, 5, 6, 8, 12, 16}; }

std::vector<int> numbers_of_children(const Task& /*task*/) { return {1, 2, 3, 4}; }

std::vector<int> radices(const Task& /*task*/) { return {2, 3, 4, 5, 6, 7, 8, 9}; }

std::vector<int> rows_of(const Task& task) { return possible_rows(task.ranks); }

std::string rows_misfit(const Task& task) {
  const int wanted = task.parameters.rows;
  if (wanted == 0 || sides_with(task.ranks, wanted).rows == wanted) return "";
  return text::format("{} rows do not divide {} ranks: expected {}", wanted, task.ranks,
                      fmt::join(possible_rows(task.ranks), ", "));
}

constexpr Parameter rows = [] {
  Parameter parameter = number<&Parameters::rows, rows_of, telling<rows_of>>(
      "rows",
      "number of rows of the grid: a divisor of the ranks, or of the next smaller power of two "
      "(default: the rows of a Cartesian communicator, otherwise one row per node, otherwise the "
      "grid that is closest to a square)",
      rows_misfit);
  // The model does not know which links of a machine are short; the grid of the ranks reflects it.
  parameter.prefer = [](Parameters& parameters, const Task& task, int grid_rows) {
    parameters.rows = preferred_rows(task.ranks, grid_rows);
  };
  return parameter;
}();

std::vector<int> strips_of(const Task& task) {
  return strip_lengths(sides_with(task.ranks, task.parameters.rows));
}

std::string strip_misfit(const Task& task) {
  const int wanted = task.parameters.strip;
  const Sides sides = sides_with(task.ranks, task.parameters.rows);
  if (wanted == 0 || strip_length(sides, wanted) == wanted) return "";
  return text::format("there are no strips of {} in {} rows and {} columns: expected {}", wanted,
                      sides.rows, sides.columns, fmt::join(strip_lengths(sides), ", "));
}

std::string lanes_misfit(const Task& task) {
  const int wanted = task.parameters.lanes;
  const int most = numbers_of_lanes(task).back();
  if (wanted <= most) return "";
  return text::format(
      "there are no {} lanes: expected 1 to {} (ranks of the smallest node, at most {})", wanted,
      most, most_lanes);
}

template <std::vector<Composition> (*all)(const Task&)>
std::vector<Parameters> with_each_composition(const Task& task, const Parameters& base) {
  std::vector<Parameters> variants;
  for (Composition& each : all(task)) {
    variants.push_back(base);
    variants.back().composition = std::move(each);
  }
  return variants;
}

/// All compositions. Of chains that differ only in their number of segments, only the one with the
/// fewest is included: more segments only repeat the steady state.
std::vector<Composition> telling_compositions(const Task& task) {
  const std::vector<Composition> all = compositions(task);
  std::vector<Composition> telling;
  std::ranges::copy_if(all, std::back_inserter(telling), [&](const Composition& composition) {
    return std::ranges::none_of(
        all, [&](const Composition& other) { return has_fewer_segments(other, composition); });
  });
  return telling;
}

/// The first, the middle and the last composition: `composed` exercises all of them.
std::vector<Composition> telling_between_nodes(const Task& task) {
  std::vector<Composition> all = compositions_between_nodes(task);
  if (all.size() <= 3) return all;
  return {all.front(), all[all.size() / 2], all.back()};
}

/// Why the factors do not suit `number` ranks or nodes, as `what` says; "" if they do.
std::string misfit_of(const Composition& wanted, int number, std::string_view what) {
  if (wanted.empty() || ranks_of(wanted) == number) return "";
  return text::format("the factors {} make {} {}: expected factors of {}", text_of(wanted),
                      ranks_of(wanted), what, number);
}

std::string factors_misfit(const Task& task) {
  return misfit_of(task.parameters.composition, task.ranks, "ranks");
}

std::string factors_of_nodes_misfit(const Task& task) {
  const Composition& wanted = task.parameters.composition;
  std::string misfit = misfit_of(wanted, nodes_of(task).count(), "nodes");
  if (!misfit.empty() || !takes_rows(wanted)) return misfit;
  return text::format(
      "the factors {} have rings of more than 3 with whole vectors: expected them to divide these, "
      "as 4h",
      text_of(wanted));
}

/// The row of a composition. `all` returns the compositions that are searched, `telling` a subset
/// that exercises all that they do.
template <std::vector<Composition> (*all)(const Task&),
          std::vector<Composition> (*telling)(const Task&) = all>
constexpr Parameter composition(std::string_view summary, std::string (*misfit)(const Task&)) {
  return {.name = "steps",
          .summary = summary,
          .set = [](Parameters& parameters, std::string_view text) -> std::string {
            const auto read = parse_composition(text);
            if (!read) return "expected factors as in 2h-2-3h-13e2";
            parameters.composition = *read;
            return "";
          },
          .get = [](const Parameters& parameters) { return text_of(parameters.composition); },
          .variants = with_each_composition<all>,
          .telling = with_each_composition<telling>,
          .misfit = misfit};
}

}  // namespace

constinit const std::array<Parameter, 1> halvings{
    number<&Parameters::halvings, rounds_of, telling<rounds_of>>("halvings", summary_of_halvings)};

constinit const std::array<Parameter, 1> circulant_halvings{
    number<&Parameters::halvings, circulant_rounds_of, telling<circulant_rounds_of>>(
        "halvings", summary_of_halvings)};

constinit const std::array<Parameter, 1> steps{composition<compositions, telling_compositions>(
    "factors of the number of ranks, for example 2h-2-3h-13e2: h divides the vector; k is a ring "
    "with a radix (13k4; 13h4 if it divides the vector); e and n are eliminations with that many "
    "rounds that halve; b binary blocks; t a postal tree (64t4: lambda=4); c a chain (4c16: 16 "
    "segments). If "
    "the factors do not multiply to the number of ranks, butterflies are used (default: the "
    "cheapest)",
    factors_misfit)};

constinit const std::array<Parameter, 2> lanes{
    number<&Parameters::lanes, numbers_of_lanes>(
        "lanes",
        "number of lanes: ranks of each node that communicate with other nodes, at most 64 "
        "(default: the cheaper of one lane and one for each rank)",
        lanes_misfit),
    composition<compositions_between_nodes, telling_between_nodes>(
        "factors of the number of nodes, as for composed; rings with whole vectors have at most 3 "
        "ranks (default: the cheapest)",
        factors_of_nodes_misfit)};

constinit const std::array<Parameter, 1> way{Parameter{
    .name = "way",
    .summary = "way of long vectors: sliced (each rank reduces a slice), whole (each rank that "
               "gets the result reduces all), read and read-whole (the same, but vectors are read "
               "directly in the memory of other ranks) (default: the fastest in trials)",
    .set = [](Parameters& parameters, std::string_view text) -> std::string {
      const std::optional<WayParameter> named = way_named(text);
      if (!named) return text::format("expected {}", expected_ways);
      parameters.way = *named;
      return "";
    },
    .get = [](const Parameters& parameters) { return std::string(name_of(parameters.way)); },
    .variants =
        [](const Task& /*task*/, const Parameters& base) {
          std::vector<Parameters> all(1 + named_ways.size(), base);
          all[0].way = WayParameter::learnt;
          for (std::size_t i = 0; i < named_ways.size(); ++i) all[1 + i].way = named_ways[i];
          return all;
        },
    // All ways have the same schedule.
    .telling = [](const Task& /*task*/, const Parameters& base) { return std::vector{base}; }}};

constinit const std::array<Parameter, 1> segments{
    number<&Parameters::segments, powers_of_two, telling_segments, read_power>(
        "segments",
        "number of segments of the pipeline, a power of two (default: the cheapest up to 64)")};

constinit const std::array<Parameter, 1> radix{
    number<&Parameters::radix, radices, telling<radices>>(
        "radix",
        "k: each round sends k - 1 messages and multiplies the ranks covered by k (default: the "
        "cheapest from 2 to 9)")};

constinit const std::array<Parameter, 1> lambda{
    number<&Parameters::lambda, lambdas, telling<lambdas>>(
        "lambda",
        "number of messages that a rank receives in the latency of one, at most 1024 (default: the "
        "cheapest up to 16)")};

constinit const std::array<Parameter, 1> children{
    number<&Parameters::children, numbers_of_children>(
        "children", "d: the largest number of children of a rank (default: the cheapest up to 4)")};

constinit const std::array<Parameter, 1> grid{rows};

constinit const std::array<Parameter, 2> strips{
    rows, number<&Parameters::strip, strips_of>(
              "strip",
              "ranks in a strip: a divisor of the rows, at most the number of columns (default: "
              "the cheapest; without a divisor near lg of the columns)",
              strip_misfit)};

}  // namespace allfold::algorithms::parameter
