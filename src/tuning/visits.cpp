#include "tuning/visits.hpp"

#include <algorithm>
#include <cmath>

#include "tuning/contradiction.hpp"
#include "tuning/points.hpp"

namespace allfold::tuning {

namespace {

rules::MeasuredTime scaled(rules::MeasuredTime time, double factor) {
  for (double* part : {&time.median, &time.low, &time.high}) *part *= factor;
  return time;
}

auto find_time(std::vector<rules::MeasuredTime>& times, const rules::RuledKernel& candidate) {
  return std::ranges::find(times, candidate, &rules::MeasuredTime::candidate);
}

/// Of a second visit, which alone counts.
rules::MeasuredTime again(rules::MeasuredTime seen) {
  seen.visits = 2;
  return seen;
}

// All in logarithms. Half of an interval is twice the standard error, so that n visits that scatter
// by the sum of squares S about their mean make half an interval of sqrt(4 S n / (n - 1)) / n; the
// factor n / (n - 1) is taken as 2, the greatest that it can be. S grows with each visit by the
// square of its distance from the mean so far, times n / (n + 1): so what is known need not hold
// the visits one by one.
rules::MeasuredTime merged(const rules::MeasuredTime& known, const rules::MeasuredTime& seen) {
  const double visits = known.visits;
  const double distance = std::log(seen.median / known.median);
  const double scatter = 8 * distance * distance * visits / (visits + 1);
  const auto half = [&](double before, double now) {
    return std::sqrt(visits * visits * before * before + now * now + scatter) / (visits + 1);
  };
  const double below = half(std::log(known.median / known.low), std::log(seen.median / seen.low));
  const double above = half(std::log(known.high / known.median), std::log(seen.high / seen.median));
  const double median = known.median * std::exp(distance / (visits + 1));
  return {.candidate = known.candidate,
          .median = median,
          .low = median * std::exp(-below),
          .high = median * std::exp(above),
          .visits = known.visits + 1};
}

}  // namespace

void add_visit(rules::Measurement& known, const rules::Measurement& visit,
               const std::vector<rules::Measurement>& all) {
  const rules::MeasuredTime native = *time_of({}, known);
  const double ratio = time_of({}, visit)->median / native.median;
  for (const rules::MeasuredTime& time : visit.times) {
    const rules::MeasuredTime seen = scaled(time, 1 / ratio);
    const auto found = find_time(known.times, time.candidate);
    if (found == known.times.end())
      known.times.push_back(seen);
    else if (contradiction_of(*found, known, all) != nullptr)
      *found = again(seen);
    else
      *found = merged(*found, seen);
  }
  const double drift = std::pow(ratio, 1.0 / (native.visits + 1));
  for (rules::MeasuredTime& time : known.times) time = scaled(time, drift);
  known.judged.reset();
}

}  // namespace allfold::tuning
