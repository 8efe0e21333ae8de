/// @file Formats numbers and sentences for the user.
#pragma once

#include <string>
#include <string_view>

#include "rules/interval.hpp"

namespace allfold::command::measure {

/// At least three significant digits, without a unit.
[[nodiscard]] std::string microseconds(double seconds);
[[nodiscard]] std::string nanoseconds(double seconds);
/// Converts bytes per second to GB/s, without a unit.
[[nodiscard]] std::string gigabytes(double bandwidth);
[[nodiscard]] std::string ratio_text(double ratio);
/// The ratio, with '~' if its interval includes 1.
[[nodiscard]] std::string marked_ratio(const rules::Interval& ratio);

/// The interval of the median, with both ends formatted by `format`.
[[nodiscard]] std::string interval(const rules::Interval& median, std::string (*format)(double));

/// For example "1 rank", "2 ranks".
[[nodiscard]] std::string counted(int count, std::string_view what);

/// Wraps the text to the width of a terminal. Each line ends with a line break.
[[nodiscard]] std::string wrapped(const std::string& text);

}  // namespace allfold::command::measure
