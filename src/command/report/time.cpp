#include "command/report/time.hpp"

#include <algorithm>

namespace allfold::command::report {

namespace {

constexpr const char* native = "native";

/// The seconds that are saved if `seconds` are native and `ratio` is native time over Allfold's.
Range saved_of(double seconds, const rules::Interval& ratio) {
  const auto saved = [&](double times) { return seconds * (1 - 1 / times); };
  return {.value = saved(ratio.median), .low = saved(ratio.low), .high = saved(ratio.high)};
}

/// Differences of rounding are ignored, since the sums were rounded in different orders.
double not_split_of(const profile::ClassSums& sums) {
  constexpr double rounding = 1e-9;
  const double left = sums.seconds.sum - sums.known_seconds;
  return left > rounding * sums.seconds.sum ? left : 0;
}

}  // namespace

void Time::add(const Time& other, double weight) {
  calls += other.calls;
  bytes += other.bytes;
  seconds += weight * other.seconds;
  waiting += weight * other.waiting;
  rest += weight * other.rest;
  not_split += weight * other.not_split;
  judged += weight * other.judged;
  not_judged += weight * other.not_judged;
  saved.value += weight * other.saved.value;
  saved.low += weight * other.saved.low;
  saved.high += weight * other.saved.high;
}

bool is_split(const Time& time) {
  constexpr double most_not_split = 0.05;
  return time.not_split <= most_not_split * time.seconds;
}

std::string algorithm_of(const profile::Profile& profile, const profile::Kind& kind) {
  return profile.mode == native ? native : kind.algorithm;
}

std::optional<Question> question_of(const profile::ClassKey& key, const profile::ClassSums& sums) {
  if (key.kind.operation == "user-defined" || key.kind.type == "user-defined" || sums.calls == 0 ||
      key.kind.size_class == profile::Kind::any_size)
    return std::nullopt;
  return Question{.collective = key.kind.collective,
                  .ranks = key.communicator.ranks,
                  .ranks_per_node = key.communicator.ranks_per_node,
                  .bytes = static_cast<double>(sums.bytes) / static_cast<double>(sums.calls)};
}

double of_a_rank(const profile::Profile& profile, double seconds) {
  return seconds / static_cast<double>(std::max<std::uint64_t>(profile.ranks_observed, 1));
}

Time time_of(const profile::Profile& profile, const profile::ClassKey& key,
             const profile::ClassSums& sums, const Measured& measured) {
  Time time{.calls = static_cast<double>(sums.calls),
            .bytes = static_cast<double>(sums.bytes),
            .seconds = of_a_rank(profile, sums.seconds.sum),
            .waiting = of_a_rank(profile, sums.waiting.sum),
            .rest = of_a_rank(profile, sums.rest.sum),
            .not_split = of_a_rank(profile, not_split_of(sums)),
            .saved = {}};
  // Nothing is saved of calls that Allfold already serves.
  if (algorithm_of(profile, key.kind) != native) return time;
  const auto question = question_of(key, sums);
  const auto ratio = question ? measured.ratio(*question) : std::nullopt;
  if (ratio) {
    time.judged = time.rest;
    time.saved = saved_of(time.rest, *ratio);
  } else {
    time.not_judged = time.rest;
  }
  return time;
}

}  // namespace allfold::command::report
