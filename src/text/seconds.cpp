#include "text/seconds.hpp"

#include <algorithm>
#include <cmath>

#include "text/format.hpp"

namespace allfold::text {

namespace {

/// With so many digits behind the point, halves up, as JavaScript's toFixed has it: pages and texts are
/// to have the same digits.
std::string fixed(double value, int digits) {
  const double scale = std::pow(10.0, digits);
  const double product = std::abs(value) * scale;
  const bool is_half =
      product - std::floor(product) == 0.5 && std::fma(std::abs(value), scale, -product) == 0;
  if (is_half) value = std::copysign(std::ceil(product) / scale, value);
  return format("{:.{}f}", value, digits);
}

int digits_before_the_point(double value) {
  return static_cast<int>(std::floor(std::log10(std::abs(value)))) + 1;
}

/// Three figures.
std::string figures(double value) {
  constexpr int wanted = 3;
  int behind = std::max(wanted - digits_before_the_point(value), 0);
  // 9.999 has two figures before the point as soon as it is rounded.
  const double rounded = std::round(std::abs(value) * std::pow(10.0, behind));
  if (behind > 0 && rounded >= std::pow(10.0, wanted)) --behind;
  return fixed(value, behind);
}

}  // namespace

std::string rounded_seconds(double seconds) {
  const double size = std::abs(seconds);
  if (size == 0) return "0 s";
  constexpr double least_in_seconds = 0.1;
  constexpr double least_in_milliseconds = 1e-4;
  if (size < least_in_milliseconds) return figures(seconds * 1e6) + " µs";
  if (size < least_in_seconds) return figures(seconds * 1e3) + " ms";
  return figures(seconds) + " s";
}

std::string rounded_share(double part, double whole) {
  if (whole <= 0) return "–";
  constexpr double two_figures = 9.95;
  const double percent = 100 * part / whole;
  return fixed(percent, std::abs(percent) < two_figures ? 1 : 0) + " %";
}

std::string rounded_ratio(double ratio) {
  constexpr double many = 10;
  return fixed(ratio, std::abs(ratio) < many ? 2 : 0);
}

}  // namespace allfold::text
