/// @file Parameters that are whole numbers, as rows of data.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "algorithms/parameter.hpp"

namespace allfold::algorithms {

/// 0, 1, ..., largest.
[[nodiscard]] std::vector<int> up_to(int largest);

/// Reads a whole number of at least 0; returns what was expected instead, or "".
[[nodiscard]] std::string read_number(int& number, std::string_view text);
/// The same for a power of two up to 4096.
[[nodiscard]] std::string read_power(int& number, std::string_view text);

/// The first, the middle and the last value; all of them if there are at most three.
[[nodiscard]] std::vector<int> ends_and_middle(std::vector<int> values);

/// `base` with each of the values, which may depend on parameters that are already set in `base`.
template <int Parameters::*member, std::vector<int> (*values)(const Task&)>
std::vector<Parameters> with_each(const Task& task, const Parameters& base) {
  Task with_base = task;
  with_base.parameters = base;
  std::vector<Parameters> all;
  for (const int value : values(with_base)) {
    all.push_back(base);
    all.back().*member = value;
  }
  return all;
}

/// The row of a parameter that is a whole number which `read` accepts. `values` returns the values
/// that make a difference for a task, `telling` a subset that exercises all that the kernel does.
/// `misfit` is Parameter::misfit.
template <int Parameters::*member, std::vector<int> (*values)(const Task&),
          std::vector<int> (*telling)(const Task&) = values,
          std::string (*read)(int&, std::string_view) = read_number>
constexpr Parameter number(std::string_view name, std::string_view summary,
                           std::string (*misfit)(const Task&) = nullptr) {
  return {.name = name,
          .summary = summary,
          .set = [](Parameters& parameters,
                    std::string_view text) { return read(parameters.*member, text); },
          .get =
              [](const Parameters& parameters) {
                return parameters.*member == Parameters{}.*member
                           ? std::string()
                           : std::to_string(parameters.*member);
              },
          .variants = with_each<member, values>,
          .telling = with_each<member, telling>,
          .misfit = misfit};
}

}  // namespace allfold::algorithms
