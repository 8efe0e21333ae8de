#include "tuning/trial.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "tuning/learn.hpp"
#include "tuning/median.hpp"

namespace allfold::tuning {

namespace {

constexpr std::size_t incumbent = 0;  // the candidate that served before
constexpr int first_turns = 3;
constexpr int least_rounds = 3;   // before the incumbent may win
constexpr double far_behind = 2;  // times the leader's time
constexpr double picosecond = 1e-12;

/// The number of turns of a round. The very first turn prepares programs and memory, and is not
/// timed.
int turns_of(int round) { return round == 0 ? 1 + first_turns : first_turns << round; }

std::size_t half_of(std::size_t running) { return std::max<std::size_t>((running + 1) / 2, 2); }

/// Clamped, so that the sums of many ranks do not overflow.
std::int64_t in_picoseconds(double seconds) {
  constexpr double most = 100;
  return static_cast<std::int64_t>(std::clamp(seconds, picosecond, most) / picosecond);
}

/// The finalizer of SplitMix64.
std::uint64_t mixed(std::uint64_t bits) {
  bits += 0x9e3779b97f4a7c15U;
  bits = (bits ^ (bits >> 30U)) * 0xbf58476d1ce4e5b9U;
  bits = (bits ^ (bits >> 27U)) * 0x94d049bb133111ebU;
  return bits ^ (bits >> 31U);
}

}  // namespace

int Trial::most_calls(std::size_t candidates) {
  std::size_t calls = 0;
  for (int round = 0; round < most_rounds; ++round) {
    calls += candidates * static_cast<std::size_t>(turns_of(round));
    // After the first round the incumbent may be kept in addition.
    candidates =
        round == 0 ? std::min(candidates, half_of(candidates - 1) + 1) : half_of(candidates);
  }
  return static_cast<int>(calls);
}

Trial::Trial(std::vector<rules::RuledKernel> candidates)
    : candidates_(std::move(candidates)),
      seconds_(candidates_.size()),
      times_(candidates_.size()),
      running_(candidates_.size()) {
  std::iota(running_.begin(), running_.end(), std::size_t{0});
  shuffle();
}

// The calls of a program follow patterns: in a fixed order one candidate would always get the calls
// that wait for late ranks.
void Trial::shuffle() {
  order_ = running_;
  for (std::size_t left = order_.size(); left > 1; --left)
    std::swap(order_[left - 1], order_[mixed(++shuffles_) % left]);
}

void Trial::add(double seconds) {
  if (round_ > 0 || turns_ > 0) seconds_[turn()].push_back(seconds);
  if (++place_ < order_.size()) return;
  place_ = 0;
  ++turns_;
  shuffle();
}

bool Trial::is_round_over() const { return !is_over_ && turns_ == turns_of(round_); }

std::vector<std::int64_t> Trial::own_times() const {
  std::vector<std::int64_t> times;
  for (const std::size_t candidate : running_) {
    const rules::Interval own = median(seconds_[candidate]);
    for (const double seconds : {own.median, own.low, own.high})
      times.push_back(in_picoseconds(seconds));
  }
  return times;
}

void Trial::judge(const std::vector<std::int64_t>& sums, int ranks) {
  const auto mean = [&](std::size_t index) {
    return static_cast<double>(sums[index]) * picosecond / ranks;
  };
  for (std::size_t i = 0; i < running_.size(); ++i)
    times_[running_[i]] = {
        .candidate = candidates_[running_[i]],
        .seconds = {.median = mean(3 * i), .low = mean(3 * i + 1), .high = mean(3 * i + 2)}};
  ++round_;
  turns_ = 0;
  std::ranges::sort(running_, {},
                    [&](std::size_t candidate) { return std::pair(figure(candidate), candidate); });
  is_over_ = is_settled();
  if (!is_over_) drop_slow();
  is_over_ = is_over_ || running_.size() == 1;
  winner_ = found_winner();
  shuffle();
}

void Trial::drop_slow() {
  const double leader = figure(running_.front());
  const auto is_far_behind = [&](std::size_t candidate) {
    return times_[candidate].seconds.low >= far_behind * leader;
  };
  const bool is_spared =
      is_running(incumbent) && is_far_behind(incumbent) && !has_interval(incumbent);
  std::erase_if(running_, is_far_behind);
  const std::size_t most = half_of(running_.size());
  // The incumbent takes one of the places, if necessary the last one.
  if (const auto own = std::ranges::find(running_, incumbent);
      own != running_.end() && static_cast<std::size_t>(own - running_.begin()) >= most)
    std::rotate(running_.begin() + static_cast<std::ptrdiff_t>(most) - 1, own, own + 1);
  if (running_.size() > most) running_.resize(most);
  if (is_spared) running_.push_back(incumbent);
}

bool Trial::has_interval(std::size_t candidate) const {
  return seconds_[candidate].size() >= fewest_for_interval;
}

// Of a few turns the shortest is the most reliable: disturbances only make calls longer.
double Trial::figure(std::size_t candidate) const {
  const rules::Interval& seconds = times_[candidate].seconds;
  return has_interval(candidate) ? seconds.median : seconds.low;
}

bool Trial::is_running(std::size_t candidate) const {
  return std::ranges::find(running_, candidate) != running_.end();
}

/// Whether more turns would change nothing, or cost more than they can gain.
bool Trial::is_settled() const {
  const std::size_t leader = running_.front();
  if (round_ == most_rounds) return true;
  if (round_ >= least_rounds && leader == incumbent) return true;
  return std::ranges::all_of(running_, [&](std::size_t candidate) {
    return candidate == leader ||
           (has_interval(candidate) && is_quicker(times_[leader], times_[candidate]));
  });
}

std::size_t Trial::found_winner() const {
  const std::size_t leader = running_.front();
  if (is_running(incumbent) && !is_quicker(times_[leader], times_[incumbent])) return incumbent;
  if (!times_[leader].candidate.is_native()) return leader;
  const auto other = std::ranges::find_if(running_, [&](std::size_t candidate) {
    return !times_[candidate].candidate.is_native() &&
           !is_quicker(times_[leader], times_[candidate]);
  });
  return other != running_.end() ? *other : leader;
}

std::vector<rules::MeasuredTime> Trial::trusted_times() const {
  std::vector<rules::MeasuredTime> trusted;
  for (std::size_t candidate = 0; candidate < candidates_.size(); ++candidate)
    if (candidate == winner_ || has_interval(candidate)) trusted.push_back(times_[candidate]);
  return trusted;
}

}  // namespace allfold::tuning
