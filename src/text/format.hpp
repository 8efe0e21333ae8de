/// @file Formatted text. The rest of src/ calls these functions instead of fmt's: each file that
/// calls fmt's compiles all of fmt's formatting code again, which takes three seconds.
#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <string>

namespace allfold::text {

std::string formatted(fmt::string_view pattern, fmt::format_args values);
void print_formatted(std::FILE* file, fmt::string_view pattern, fmt::format_args values);

/// The pattern is checked at compile time.
template <typename... Values>
std::string format(fmt::format_string<Values...> pattern, Values&&... values) {
  return formatted(pattern, fmt::make_format_args(values...));
}

template <typename... Values>
void print(std::FILE* file, fmt::format_string<Values...> pattern, Values&&... values) {
  print_formatted(file, pattern, fmt::make_format_args(values...));
}

template <typename... Values>
void print(fmt::format_string<Values...> pattern, Values&&... values) {
  print_formatted(stdout, pattern, fmt::make_format_args(values...));
}

}  // namespace allfold::text
