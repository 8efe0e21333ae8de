#include "tuning/halving.hpp"

#include <algorithm>
#include <numeric>

namespace allfold::tuning {

namespace {

constexpr std::size_t most_turns = 1000;
constexpr std::size_t fewest_long_turns = 2;
constexpr std::size_t telling_long_turns = 3;  // fewer show little of the noise
constexpr double noise_of_long_turn = 1.15;    // assumed for fewer turns
constexpr double far_behind = 2;               // times the leader's time
constexpr double precision = 0.01;             // half of an interval, as a share of its median

}  // namespace

Halving::Halving(std::size_t candidates, std::size_t finalist, Pace pace)
    : seconds_(candidates), running_(candidates), finalist_(finalist), pace_(pace) {
  std::iota(running_.begin(), running_.end(), std::size_t{0});
}

int Halving::next_turns() const {
  return pace_ == Pace::sparing ? 1 << std::max(rounds_ - 1, 0) : 2 << rounds_;
}

void Halving::add(std::size_t candidate, const std::vector<double>& seconds) {
  seconds_[candidate].insert(seconds_[candidate].end(), seconds.begin(), seconds.end());
}

void Halving::judge() {
  ++rounds_;
  std::ranges::sort(running_, {}, [&](std::size_t candidate) { return time(candidate).median; });
  const std::size_t leader = running_.front();
  // The faster half of the candidates that may drop out, which the leader may not.
  const std::size_t quicker_half = (running_.size() - (leader == finalist_ ? 1 : 2)) / 2;
  std::size_t place = 0;
  std::erase_if(running_, [&](std::size_t candidate) {
    if (candidate == leader || candidate == finalist_) return false;
    const bool is_in_slower_half = place++ >= quicker_half;
    return (is_in_slower_half && is_slower(candidate, leader)) || is_far_behind(candidate, leader);
  });
  const bool is_decided = std::ranges::all_of(running_, [&](std::size_t candidate) {
    return candidate == leader || (candidate == finalist_ && is_slower(candidate, leader));
  });
  is_settled_ = has_intervals() && (is_decided || is_known_well());
}

bool Halving::has_interval(std::size_t candidate) const {
  return seconds_[candidate].size() >=
         (pace_ == Pace::sparing ? fewest_long_turns : fewest_for_interval);
}

bool Halving::is_slower(std::size_t candidate, std::size_t leader) const {
  if (pace_ == Pace::brisk && !has_interval(candidate)) return false;
  const bool is_noise_seen =
      pace_ == Pace::brisk || seconds_[candidate].size() >= telling_long_turns;
  return time(candidate).low > (is_noise_seen ? 1 : noise_of_long_turn) * time(leader).high;
}

bool Halving::has_intervals() const {
  return std::ranges::all_of(running_,
                             [&](std::size_t candidate) { return has_interval(candidate); });
}

rules::Interval Halving::time(std::size_t candidate) const { return median(seconds_[candidate]); }

bool Halving::is_far_behind(std::size_t candidate, std::size_t leader) const {
  return time(candidate).low > far_behind * time(leader).high;
}

bool Halving::is_known_well() const {
  return std::ranges::all_of(running_, [&](std::size_t candidate) {
    const rules::Interval found = time(candidate);
    return seconds_[candidate].size() >= most_turns ||
           found.high - found.low <= 2 * precision * found.median;
  });
}

}  // namespace allfold::tuning
