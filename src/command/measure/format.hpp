/// @file Numbers and sentences, as the user reads them.
#pragma once

#include <string>
#include <string_view>

#include "rules/interval.hpp"

namespace allfold::command::measure {

/// Three significant digits or more, without a unit.
[[nodiscard]] std::string microseconds(double seconds);
[[nodiscard]] std::string nanoseconds(double seconds);
/// Of bytes per second.
[[nodiscard]] std::string gigabytes(double bandwidth);
[[nodiscard]] std::string ratio_text(double ratio);
/// With '~' where the interval does not tell which is faster.
[[nodiscard]] std::string marked_ratio(const rules::Interval& ratio);

/// The median's interval, its ends written as `format` does.
[[nodiscard]] std::string interval(const rules::Interval& median, std::string (*format)(double));

/// "1 rank", "2 ranks".
[[nodiscard]] std::string counted(int count, std::string_view what);

/// The text in lines that fit a terminal, each with its end.
[[nodiscard]] std::string wrapped(const std::string& text);

}  // namespace allfold::command::measure
