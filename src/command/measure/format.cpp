#include "command/measure/format.hpp"

#include <cmath>

#include "command/wrapped.hpp"
#include "text/format.hpp"

namespace allfold::command::measure {

namespace {

std::string number(double value) {
  const double size = std::abs(value);
  const int digits = size < 10 ? 2 : size < 100 ? 1 : 0;
  return text::format("{:.{}f}", value, digits);
}

}  // namespace

std::string microseconds(double seconds) { return number(1e6 * seconds); }
std::string nanoseconds(double seconds) { return number(1e9 * seconds); }
std::string gigabytes(double bandwidth) {
  const double value = 1e-9 * bandwidth;
  return value > 0 && value < 0.1 ? text::format("{:.4f}", value) : number(value);
}
std::string ratio_text(double ratio) { return text::format("{:.2f}", ratio); }

std::string marked_ratio(const rules::Interval& ratio) {
  return ratio_text(ratio.median) + (ratio.low <= 1 && 1 <= ratio.high ? '~' : ' ');
}

std::string interval(const rules::Interval& median, std::string (*format)(double)) {
  return text::format("{} – {}", format(median.low), format(median.high));
}

std::string counted(int count, std::string_view what) {
  return text::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

std::string wrapped(const std::string& text) { return command::wrapped(text) + '\n'; }

}  // namespace allfold::command::measure
