#include "tuning/judgement.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include "tuning/halves.hpp"
#include "tuning/median.hpp"
#include "tuning/paired.hpp"

namespace allfold::tuning {

namespace {

constexpr double widest_of_point = 2;  // the upper end of an interval over the lower one
constexpr double widest_of_means = 1.25;

bool is_narrow(const rules::Interval& ratio, double widest) {
  return ratio.high <= widest * ratio.low;
}

/// The geometric mean of `ratio` over all judgements.
rules::Interval geometric_mean_of(std::span<const Judgement> judgements,
                                  rules::Interval Judgement::*ratio) {
  double value = 0;
  double below = 0;
  double above = 0;
  const auto square = [](double number) { return number * number; };
  for (const Judgement& each : judgements) {
    const rules::Interval& median = each.*ratio;
    value += std::log(median.median);
    below += square(std::log(median.median / median.low));
    above += square(std::log(median.high / median.median));
  }
  const auto size = static_cast<double>(judgements.size());
  return {.median = std::exp(value / size),
          .low = std::exp((value - std::sqrt(below)) / size),
          .high = std::exp((value + std::sqrt(above)) / size)};
}

}  // namespace

std::vector<rules::RuledKernel> Judge::candidates_at(const rules::Measurement& point,
                                                     const rules::RuledKernel& choice) {
  const rules::RuledKernel& quickest =
      std::ranges::min_element(point.times, {}, &rules::MeasuredTime::median)->candidate;
  std::vector<rules::RuledKernel> all = {{}};
  for (const rules::RuledKernel& each : {choice, quickest})
    if (std::ranges::find(all, each) == all.end()) all.push_back(each);
  return all.size() > 1 ? all : std::vector<rules::RuledKernel>();
}

void Judge::add(const rules::Measurement& point, const rules::RuledKernel& choice,
                const std::vector<std::vector<double>>& seconds) {
  const std::vector<rules::RuledKernel> candidates = candidates_at(point, choice);
  if (candidates.empty()) {
    const rules::Interval known = time_of(choice, point)->seconds;
    const rules::Interval itself = {.median = 1, .low = 1, .high = 1};
    judgements_[subject_of(point)] = {
        .native = known, .chosen = known, .gain = itself, .excess = itself};
    return;
  }
  if (seconds.empty() || seconds.front().empty()) return;
  std::vector<std::vector<double>>& all = seconds_[subject_of(point)];
  all.resize(candidates.size());
  for (std::size_t i = 0; i < all.size(); ++i)
    all[i].insert(all[i].end(), seconds[i].begin(), seconds[i].end());
  const auto place = std::ranges::find(candidates, choice) - candidates.begin();
  const std::vector<double>& chosen = all[static_cast<std::size_t>(place)];
  judgements_[subject_of(point)] = {.native = median(all.front()),
                                    .chosen = median(chosen),
                                    .gain = paired(all.front(), chosen, std::divides()),
                                    .excess = paired(chosen, best_by_halves(all), std::divides())};
}

bool MeanJudgement::is_telling() const {
  return is_narrow(gain, widest_of_means) && is_narrow(excess, widest_of_means);
}

MeanJudgement mean_of(std::span<const Judgement> judgements) {
  return {.gain = geometric_mean_of(judgements, &Judgement::gain),
          .excess = geometric_mean_of(judgements, &Judgement::excess)};
}

bool is_telling(const rules::Interval& ratio) { return is_narrow(ratio, widest_of_point); }

}  // namespace allfold::tuning
