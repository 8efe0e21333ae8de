/// @file What the tests of the papers' formulas share: machines, and programs timed on them.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "algorithms/kernel_name.hpp"
#include "algorithms/powers.hpp"
#include "cost/critical_path.hpp"
#include "proof/prove.hpp"

namespace allfold::papers {

/// The symbols of the papers, for vectors of m bytes; the suffix _u marks one-way messages.
struct Machine {
  std::string_view name;
  double alpha = 0, beta = 0, gamma = 0;
  double f_alpha = 1, f_beta = 1;
  double alpha_u = f_alpha * alpha;
  double beta_u = f_beta * beta;

  [[nodiscard]] cost::CostModel model() const {
    return {.link = {.alpha = alpha, .beta = beta, .f_alpha = f_alpha, .f_beta = f_beta},
            .gamma = gamma};
  }
};

/// The length of all vectors, in bytes. The interpreter accepts fractions of a byte, so any number
/// of blocks divides it.
inline constexpr double m = 7;

// One term each: a sum of terms could hide an error in one of them.
inline constexpr std::array single_terms{
    Machine{.name = "start-ups", .alpha = 1},
    Machine{.name = "start-ups, some one way", .alpha = 1, .f_alpha = 0.75},
    Machine{.name = "bytes", .beta = 1},
    Machine{.name = "bytes, some one way", .beta = 1, .f_beta = 0.5},
    Machine{.name = "reductions", .gamma = 1},
};
// All terms together.
inline constexpr std::array whole_machines{
    Machine{.name = "short vectors", .alpha = 5, .beta = 0.1, .gamma = 0.01},
    Machine{.name = "long vectors", .alpha = 0.1, .beta = 1, .gamma = 0.7},
    Machine{.name = "slow processors", .alpha = 0.1, .beta = 0.2, .gamma = 1},
};
inline constexpr Machine one_way_differs{.name = "one way differs",
                                         .alpha = 1,
                                         .beta = 0.3,
                                         .gamma = 0.2,
                                         .f_alpha = 0.75,
                                         .f_beta = 0.5};

/// The kernel of a name as users write it, "butterfly:halvings=1".
[[nodiscard]] inline algorithms::NamedKernel kernel_named(std::string_view text) {
  std::string error;
  algorithms::NamedKernel named = algorithms::parse_kernel(text, error);
  EXPECT_NE(named.kernel, nullptr) << error;
  return named;
}

[[nodiscard]] inline std::vector<program::Program> programs(std::string_view text,
                                                            algorithms::Task task) {
  const algorithms::NamedKernel named = kernel_named(text);
  task.parameters = named.parameters;
  return algorithms::programs_of(*named.kernel, task, program::Binding::separate);
}

/// How the terms of a formula add up.
enum class Sum : std::uint8_t {
  exact,
  at_most,  ///< the programs may be faster: some reductions overlap with messages
};

template <class Formula>
void expect_on(const Machine& machine, const std::vector<program::Program>& all, Sum sum,
               Formula formula) {
  SCOPED_TRACE(testing::Message() << machine.name << ", p = " << all.size());
  const double time = cost::critical_path(all, machine.model(), m);
  const double claimed = formula(machine);
  constexpr double rounding = 1e-9;
  EXPECT_LE(time, claimed + rounding);
  EXPECT_GE(time, sum == Sum::exact ? claimed - rounding : 0);
}

/// Compares the time of programs with a formula, in seconds on a Machine. Each single term must
/// match exactly.
template <class Formula>
void expect_time(const std::vector<program::Program>& all, Sum sum, Formula formula) {
  for (const Machine& machine : single_terms) expect_on(machine, all, Sum::exact, formula);
  for (const Machine& machine : whole_machines) expect_on(machine, all, sum, formula);
  expect_on(one_way_differs, all, sum, formula);
}

/// The same for a formula that does not distinguish one-way messages.
template <class Formula>
void expect_time_both_ways(const std::vector<program::Program>& all, Sum sum, Formula formula) {
  for (const Machine& machine : single_terms)
    if (machine.f_alpha == 1 && machine.f_beta == 1) expect_on(machine, all, Sum::exact, formula);
  for (const Machine& machine : whole_machines) expect_on(machine, all, sum, formula);
}

/// Checks that the programs are no slower than a bound, on all machines.
template <class Formula>
void expect_at_most(const std::vector<program::Program>& all, Formula formula) {
  for (const Machine& machine : single_terms) expect_on(machine, all, Sum::at_most, formula);
  for (const Machine& machine : whole_machines) expect_on(machine, all, Sum::at_most, formula);
}

/// All numbers of ranks from 2 to 40, and some up to 129.
[[nodiscard]] inline std::vector<int> numbers_of_ranks() {
  std::vector<int> all;
  for (int p = 2; p <= 40; ++p) all.push_back(p);
  all.insert(all.end(), {48, 63, 64, 65, 96, 97, 100, 127, 128, 129});
  return all;
}

}  // namespace allfold::papers
