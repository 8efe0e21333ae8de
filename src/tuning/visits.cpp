#include "tuning/visits.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "tuning/points.hpp"

namespace allfold::tuning {

namespace {

using Visits = std::vector<rules::Interval>;

/// The standard deviation of visits, in logarithms, unless they show a larger one.
constexpr double least_deviation = 0.1;
constexpr double most_deviations = 3;
constexpr std::size_t fewest_to_tell_disturbed = 3;

void scale(rules::Interval& seconds, double factor) {
  for (double* part : {&seconds.median, &seconds.low, &seconds.high}) *part *= factor;
}

void scale(rules::MeasuredTime& time, double factor) {
  scale(time.seconds, factor);
  for (rules::Interval& visit : time.visits) scale(visit, factor);
}

Visits visits_of(const rules::MeasuredTime& time) {
  return time.visits.empty() ? Visits{time.seconds} : time.visits;
}

double square(double value) { return value * value; }

double middle(std::vector<double> values) {
  std::ranges::sort(values);
  const std::size_t upper = values.size() / 2;
  return values.size() % 2 == 1 ? values[upper] : (values[upper - 1] + values[upper]) / 2;
}

/// The visits without outliers, by the median of their distances from their median (Hampel's
/// identifier). The factor converts this median to the standard deviation of normally distributed
/// values. The deviation of a few values is usually too small, so that there is a lower bound.
Visits undisturbed(const Visits& visits) {
  if (visits.size() < fewest_to_tell_disturbed) return visits;
  constexpr double deviation_of_middle_distance = 1.4826;
  std::vector<double> logs;
  for (const rules::Interval& visit : visits) logs.push_back(std::log(visit.median));
  const double center = middle(logs);
  std::vector<double> distances = logs;
  for (double& each : distances) each = std::abs(each - center);
  const double deviation =
      std::max(deviation_of_middle_distance * middle(distances), least_deviation);
  Visits kept;
  for (std::size_t i = 0; i < visits.size(); ++i)
    if (distances[i] <= most_deviations * deviation) kept.push_back(visits[i]);
  return kept;
}

/// The sum of squares about the mean. 0 for the MPI library's own call, whose variation is that of
/// the machine: times are relative to that call.
double scatter_of(const rules::RuledKernel& candidate, const Visits& visits, double mean) {
  double scatter = 0;
  for (const rules::Interval& visit : visits) scatter += square(std::log(visit.median) - mean);
  return candidate.is_native() ? 0 : scatter;
}

// All in logarithms. Half of an interval is twice the standard error: for n visits with the sum of
// squares S about their mean it is sqrt(4 S n / (n - 1)) / n. The factor n / (n - 1) is taken as 2,
// its largest value.
rules::MeasuredTime of(const rules::RuledKernel& candidate, Visits visits) {
  const Visits kept = undisturbed(visits);
  const auto n = static_cast<double>(kept.size());
  double mean = 0;
  for (const rules::Interval& visit : kept) mean += std::log(visit.median) / n;
  const double scatter = 8 * scatter_of(candidate, kept, mean);
  double below = 0;
  double above = 0;
  for (const rules::Interval& visit : kept) {
    below += square(std::log(visit.median / visit.low));
    above += square(std::log(visit.high / visit.median));
  }
  const double median = std::exp(mean);
  return {.candidate = candidate,
          .seconds = {.median = median,
                      .low = median * std::exp(-std::sqrt(below + scatter) / n),
                      .high = median * std::exp(std::sqrt(above + scatter) / n)},
          .visits = std::move(visits)};
}

rules::MeasuredTime with_one_more(const rules::MeasuredTime& known,
                                  const rules::MeasuredTime& seen) {
  Visits visits = visits_of(known);
  visits.push_back(seen.seconds);
  return of(known.candidate, std::move(visits));
}

}  // namespace

void add_visit(rules::Measurement& known, const rules::Measurement& visit) {
  const rules::MeasuredTime native_before = *time_of({}, known);
  const rules::MeasuredTime native_now = *time_of({}, visit);
  const rules::MeasuredTime native = with_one_more(native_before, native_now);
  for (rules::MeasuredTime& time : known.times)
    scale(time, native.median() / native_before.median());
  for (rules::MeasuredTime seen : visit.times) {
    scale(seen, native.median() / native_now.median());
    const auto found =
        std::ranges::find(known.times, seen.candidate, &rules::MeasuredTime::candidate);
    if (found == known.times.end())
      known.times.push_back(seen);
    else
      *found = seen.candidate.is_native() ? native : with_one_more(*found, seen);
  }
  known.judged.reset();
}

}  // namespace allfold::tuning
