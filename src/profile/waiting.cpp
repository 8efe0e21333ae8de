#include "profile/waiting.hpp"

#include <algorithm>
#include <array>

namespace allfold::profile {

namespace {

constexpr double seconds_of(Nanoseconds time) { return static_cast<double>(time) * 1e-9; }

/// Sums over the sampled calls of one class and one duration class.
struct Sampled {
  std::uint64_t calls = 0;
  Nanoseconds duration = 0;
  Nanoseconds waiting = 0;
};

Nanoseconds waiting_of(const Sample& sample, Nanoseconds last, const ClockCorrection& clock) {
  if (!sample.waits) return 0;
  return std::clamp<Nanoseconds>(last - clock.corrected(sample.arrival), 0, sample.duration);
}

}  // namespace

Split without_waiting(const Counted& counted) {
  return {.known = seconds_of(counted.nanoseconds), .waiting = 0, .sampled_calls = counted.calls};
}

std::vector<Split> splits_of(std::span<const Counted> counted, std::span<const Sample> samples,
                             std::span<const Nanoseconds> last, const ClockCorrection& clock) {
  std::vector<std::array<Sampled, durations>> sums(counted.size());
  for (std::size_t i = 0; i < samples.size(); ++i) {
    Sampled& sum = sums[samples[i].call_class][duration_class_of(samples[i].duration)];
    ++sum.calls;
    sum.duration += samples[i].duration;
    sum.waiting += waiting_of(samples[i], last[i], clock);
  }
  std::vector<Split> splits(counted.size());
  for (std::size_t c = 0; c < counted.size(); ++c)
    for (std::size_t d = 0; d < durations; ++d) {
      const Sampled& sum = sums[c][d];
      if (sum.calls == 0) continue;
      const double known = seconds_of(counted[c].by_duration[d]);
      splits[c].known += known;
      splits[c].sampled_calls += sum.calls;
      if (sum.duration > 0)
        splits[c].waiting +=
            known * static_cast<double>(sum.waiting) / static_cast<double>(sum.duration);
    }
  return splits;
}

}  // namespace allfold::profile
