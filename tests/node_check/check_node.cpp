/// Checks the protocols of the node level, as the tests do, with more executions.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <stdexcept>
#include <string>

#include "node_check/cases.hpp"
#include "node_check/random_case.hpp"
#include "text/format.hpp"

namespace {

using allfold::testing::Case;
using allfold::testing::Exploration;
using allfold::testing::Explored;
namespace text = allfold::text;

struct Options {
  std::string only;
  std::uint64_t first_seed = 1;
  std::uint64_t seeds = 0;
  int deviations = -1;
  std::uint64_t random_calls = 0;
  bool mutations = false;
};

void print_row(const std::string& name, const std::string& how, const Explored& explored,
               const std::string& found) {
  text::print("{:34} {:9} {:>10} {:>12}  {}\n", name, how, explored.executions, explored.accesses,
              found);
  static_cast<void>(std::fflush(stdout));
}

std::string outcome_of(const Explored& explored) { return explored.fault.value_or("right"); }

void add(Explored& sum, const Explored& explored) {
  sum.executions += explored.executions;
  sum.accesses += explored.accesses;
}

/// What was explored of all cases.
struct Sums {
  Explored searched;
  Explored tried;
};

bool check(const Case& each, const Options& options, Sums& sums) {
  Exploration exploration(each);
  const int deviations = options.deviations >= 0 ? options.deviations : each.deviations;
  const Explored searched = exploration.search(deviations);
  print_row(each.name, text::format("search {}", deviations), searched, outcome_of(searched));
  const Explored tried = exploration.random(
      options.first_seed,
      options.seeds > 0 ? options.seeds : static_cast<std::uint64_t>(each.seeds));
  print_row(each.name, "random", tried, outcome_of(tried));
  add(sums.searched, searched);
  add(sums.tried, tried);
  return !searched.fault && !tried.fault;
}

/// Each seed is another case.
bool check_random_calls(const Options& options) {
  Explored all;
  for (std::uint64_t seed = options.first_seed; seed < options.first_seed + options.random_calls;
       ++seed) {
    const Case made = allfold::testing::random_case(seed);
    const Explored explored = Exploration(made).random(seed, 1);
    add(all, explored);
    if (!explored.fault) continue;
    print_row("random calls", "random", all, outcome_of(explored));
    return false;
  }
  print_row("random calls", "random", all, outcome_of(all));
  return true;
}

/// Throws std::invalid_argument if there is none.
void check_name(const std::string& only) {
  if (std::ranges::none_of(allfold::testing::cases(),
                           [&](const Case& each) { return each.name.starts_with(only); }))
    throw std::invalid_argument(text::format(
        "--case: no case begins with '{}': expected a name such as 'levels'; 'check_node "
        "--deviations 0 --seeds 1' prints all",
        only));
}

bool check_cases(const Options& options) {
  bool are_right = true;
  Sums sums;
  for (const Case& each : allfold::testing::cases())
    if (each.name.starts_with(options.only)) are_right = check(each, options, sums) && are_right;
  print_row("all", "search", sums.searched, are_right ? "right" : "wrong");
  print_row("all", "random", sums.tried, are_right ? "right" : "wrong");
  return are_right;
}

bool check_mutations(const Options& options) {
  bool are_found = true;
  for (const allfold::testing::KnownFault& each : allfold::testing::known_faults()) {
    if (!each.in.starts_with(options.only)) continue;
    const Explored explored = allfold::testing::found(each);
    print_row(each.in, "mutated", explored,
              text::format("{}: {}", allfold::testing::name_of(each.mutation),
                           explored.fault.value_or("NOT FOUND")));
    are_found = are_found && explored.fault;
  }
  return are_found;
}

}  // namespace

int main(int argc, char** argv) try {
  Options options;
  CLI::App app(
      "Check the protocols of src/node under weak memory order (docs/internals/node-check.md).\n\n"
      "  check_node                              as the tests\n"
      "  check_node --case levels --seeds 10000  more executions of some cases\n"
      "  check_node --mutations                  faults that the check has to find");
  app.add_option("--case", options.only, "only cases whose names begin with NAME")
      ->option_text("NAME");
  app.add_option("--seeds", options.seeds, "random executions of each case (default: by case)")
      ->option_text("NUMBER");
  app.add_option("--first-seed", options.first_seed, "the first of the seeds (default: 1)")
      ->option_text("NUMBER");
  app.add_option("--deviations", options.deviations,
                 "deviations of the search from the usual execution (default: by case)")
      ->check(CLI::NonNegativeNumber)
      ->option_text("NUMBER");
  app.add_option("--random-calls", options.random_calls,
                 "random calls on random hierarchies, instead of the cases: number of seeds")
      ->option_text("NUMBER");
  app.add_flag("--mutations", options.mutations, "check that known faults are found");
  CLI11_PARSE(app, argc, argv);
  check_name(options.only);
  text::print("{:34} {:9} {:>10} {:>12}\n", "case", "", "executions", "accesses");
  if (options.mutations) return check_mutations(options) ? 0 : 1;
  return (options.random_calls > 0 ? check_random_calls(options) : check_cases(options)) ? 0 : 1;
} catch (const std::exception& problem) {
  static_cast<void>(std::fprintf(stderr, "check_node: %s\n", problem.what()));
  return 2;
}
