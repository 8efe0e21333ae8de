/// @file A parameter of a kernel, as a row of data.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "algorithms/task.hpp"

namespace allfold::algorithms {

/// Which values of parameters are enumerated.
enum class Variants : std::uint8_t {
  all,      ///< all that make a difference
  telling,  ///< a subset that exercises all that a kernel does
};
/// Up to this number of ranks, proofs cover every root and more values of parameters.
inline constexpr int most_ranks_in_full = 20;

/// A parameter as the user names it: `kernel:name=value`.
struct Parameter {
  std::string_view name;
  std::string_view summary;
  /// Reads a value; returns "", or what was expected if the value is invalid.
  std::string (*set)(Parameters& parameters, std::string_view value);
  /// The value as the user writes it; "" if it is the default.
  std::string (*get)(const Parameters& parameters);
  /// `base` with each of the values that make a difference for a task.
  std::vector<Parameters> (*variants)(const Task& task, const Parameters& base);
  /// The same with a subset that exercises all that the kernel does; null: with all values.
  std::vector<Parameters> (*telling)(const Task& task, const Parameters& base) = nullptr;
  /// Sets the preferred value of a parameter that the user leaves open, for ranks in a grid of
  /// `grid_rows` rows (0: no grid); null: the cheapest value is preferred.
  void (*prefer)(Parameters& parameters, const Task& task, int grid_rows) = nullptr;
  /// Why the value does not fit a task, which then uses another one; "" if it fits. Null: not
  /// checked.
  std::string (*misfit)(const Task& task) = nullptr;
};

}  // namespace allfold::algorithms
