#include "text/seconds.hpp"

#include <algorithm>
#include <cmath>

#include "text/format.hpp"

namespace allfold::text {

std::string rounded_seconds(double seconds) {
  const double size = std::abs(seconds);
  if (size == 0) return "0 s";
  constexpr double least_in_seconds = 0.1;
  constexpr double least_in_milliseconds = 1e-4;
  const char* unit = "s";
  double value = seconds;
  if (size < least_in_milliseconds) {
    unit = "µs";
    value *= 1e6;
  } else if (size < least_in_seconds) {
    unit = "ms";
    value *= 1e3;
  }
  constexpr int figures = 3;
  const int before_the_point = static_cast<int>(std::floor(std::log10(std::abs(value)))) + 1;
  int behind = std::max(figures - before_the_point, 0);
  // Halves go up, as in JavaScript: pages and texts are to have the same digits.
  const double scale = std::pow(10.0, behind);
  const double rounded = std::copysign(std::floor(std::abs(value) * scale + 0.5) / scale, value);
  // 9.999 has two figures before the point as soon as it is rounded.
  if (behind > 0 && std::abs(rounded) >= std::pow(10.0, before_the_point)) --behind;
  return format("{:.{}f} {}", rounded, behind, unit);
}

std::string rounded_share(double part, double whole) {
  if (whole <= 0) return "–";
  constexpr double two_figures = 9.95;
  const double percent = 100 * part / whole;
  return format("{:.{}f} %", percent, std::abs(percent) < two_figures ? 1 : 0);
}

}  // namespace allfold::text
