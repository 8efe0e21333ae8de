/// @file A parameter of a kernel, as a row of data.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "algorithms/task.hpp"

namespace allfold::algorithms {

/// Which values of parameters are looked at.
enum class Variants : std::uint8_t {
  all,      ///< all that make a difference
  telling,  ///< enough to show all that a kernel does
};
/// Up to so many ranks proofs are in full: for every root, and with more values telling.
inline constexpr int most_ranks_in_full = 20;

/// A parameter as the user names it: `kernel:name=value`.
struct Parameter {
  std::string_view name;
  std::string_view summary;
  /// Reads a value; returns what was expected instead, or "".
  std::string (*set)(Parameters& parameters, std::string_view value);
  /// The value as the user writes it; "" where it is at its default.
  std::string (*get)(const Parameters& parameters);
  /// `base` with each of the values that make a difference for a task.
  std::vector<Parameters> (*variants)(const Task& task, const Parameters& base);
  /// The same with enough values to show all that the kernel does; null: with all.
  std::vector<Parameters> (*telling)(const Task& task, const Parameters& base) = nullptr;
  /// Sets the value that is preferred where the user leaves it open, on ranks that lie in a grid of
  /// `grid_rows` rows (0: in none); null: the cheapest is.
  void (*prefer)(Parameters& parameters, const Task& task, int grid_rows) = nullptr;
  /// What is wrong with the value for a task, which then gets another; "" where nothing is. Null: that
  /// is not looked for.
  std::string (*misfit)(const Task& task) = nullptr;
};

}  // namespace allfold::algorithms
