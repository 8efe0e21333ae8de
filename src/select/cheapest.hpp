/// @file The cheapest parameters of a kernel: by its formulas where these are exact, otherwise by
/// its programs.
#pragma once

#include <functional>
#include <limits>
#include <optional>

#include "select/candidates.hpp"
#include "select/units.hpp"

namespace allfold::select {

/// The source of the time of a candidate whose formula is a bound.
enum class Basis : std::uint8_t {
  programs,  ///< its programs, if they can be run
  formulas,  ///< the bound: corrections by measurements are relative to formulas
};

/// What is searched.
struct Search {
  const algorithms::Kernel& kernel;
  const algorithms::Task& task;
  AllowedBrackets brackets;
  const cost::CostModel& model;
  double bytes;
  Units units = {};
  Basis basis = Basis::programs;
  double below = std::numeric_limits<double>::infinity();  ///< seconds: only candidates below this
};

/// Parameters, with the seconds that they take in the model.
struct Cheapest {
  algorithms::Parameters parameters;
  double seconds;
  /// The seconds that the busiest rank's link is in use, if the choice depends on it; otherwise 0.
  ///
  /// A vector that is divided keeps the link of each rank in use for about as long as the call
  /// takes. Trees of whole vectors differ: if the root receives ⌈lg p⌉ of them, a Reduce takes the
  /// fewest rounds, but a program that calls Reduce again at once waits for the root's link. Calls
  /// of both kinds are assumed to be as frequent, so that the sum of both times decides.
  double link_in_use = 0;

  [[nodiscard]] double counted() const { return seconds + link_in_use; }
};

/// The cheapest parameters for which `may_serve(parameters)` is true, the first of equally cheap
/// ones; absent if there are none.
[[nodiscard]] std::optional<Cheapest> cheapest(
    const Search& search, CandidateCache& candidates,
    const std::function<bool(const algorithms::Parameters&)>& may_serve);

}  // namespace allfold::select
