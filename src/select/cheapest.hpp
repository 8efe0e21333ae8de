/// @file The cheapest parameters of a kernel, by formulas that agree with its programs, and by its
/// programs where there are none.
#pragma once

#include <functional>
#include <limits>
#include <optional>

#include "select/candidates.hpp"
#include "select/units.hpp"

namespace allfold::select {

/// What the time of a candidate whose formula is a bound is taken from.
enum class Basis : std::uint8_t {
  programs,  ///< its programs, where they can be run
  formulas,  ///< the bound: for what is corrected by measurements, which are compared with formulas
};

/// What is asked for.
struct Search {
  const algorithms::Kernel& kernel;
  const algorithms::Task& task;
  AllowedBrackets brackets;
  const cost::CostModel& model;
  double bytes;
  Units units = {};
  Basis basis = Basis::programs;
  double below = std::numeric_limits<double>::infinity();  ///< seconds: none that takes as long
};

/// Parameters, with the seconds that they take in the model.
struct Cheapest {
  algorithms::Parameters parameters;
  double seconds;
};

/// The first of the cheapest that `may_serve(parameters)` lets pass; absent if there are none.
[[nodiscard]] std::optional<Cheapest> cheapest(
    const Search& search, CandidateCache& candidates,
    const std::function<bool(const algorithms::Parameters&)>& may_serve);

}  // namespace allfold::select
