#include "trials/repetition.hpp"

#include <utility>

namespace allfold::trials {

namespace {

/// A candidate whose time was above this percentage of the best one's, in both of the latest two
/// trials, is hopeless.
constexpr std::int64_t hopeless_percent = 150;
/// A trial is repeated if the chosen candidate's time has grown by half or fallen to two thirds, or
/// is over a tenth longer than another one's in either of the latest two trials. (After a permanent
/// change, that causes one unnecessary trial.)
constexpr std::int64_t drift_percent = 67;
constexpr std::int64_t beaten_percent = 90;

/// So that trials are rare.
std::uint64_t repetition_after(std::uint64_t calls) {
  std::uint64_t next = Repetition::first_repetition;
  while (next <= calls) next *= 16;
  return next;
}

}  // namespace

Repetition::Due Repetition::next(std::uint64_t first_trial) {
  const std::uint64_t number = calls_++;
  if (number >= std::max(next_trial_, first_trial)) return Due::trial;
  return has_choice_ && number >= next_check_ ? Due::check : Due::nothing;
}

void Repetition::pass(Due due) {
  if (due == Due::trial) next_trial_ = repetition_after(calls_ - 1);
  next_check_ = calls_ - 1 + between_checks_;
}

bool Repetition::choose(std::size_t candidate, const Times& found,
                        const CallsBetweenChecks& between) {
  const bool holds = has_choice_ && candidate == chosen_;
  found_before_ = std::exchange(found_, found);
  chosen_ = candidate;
  has_choice_ = true;
  has_drifted_ = false;
  if (holds)
    check_less_often(between);
  else
    between_checks_ = between.at_first;
  next_check_ = calls_ + between_checks_;
  return holds;
}

void Repetition::check(Time time, const CallsBetweenChecks& between) {
  const Time before = found_[chosen_];
  has_drifted_ = is_below(drift_percent, time, before) || is_below(drift_percent, before, time);
  bool is_beaten = false;
  for (std::size_t other = 0; other < most_candidates; ++other)
    is_beaten =
        is_beaten || (other != chosen_ && is_below(beaten_percent, time, lesser_of_latest(other)));
  if (has_drifted_ || is_beaten)
    next_trial_ = calls_;
  else
    check_less_often(between);
  next_check_ = calls_ + between_checks_;
}

void Repetition::check_less_often(const CallsBetweenChecks& between) {
  between_checks_ = std::min(2 * between_checks_, between.at_most);
}

bool Repetition::is_hopeless(std::size_t candidate) const {
  return has_choice_ && !has_drifted_ &&
         !is_below(hopeless_percent, std::ranges::min(found_), lesser_of_latest(candidate));
}

void Repetition::forget(std::size_t candidate) {
  found_[candidate] = found_before_[candidate] = never;
  if (!has_choice_ || chosen_ != candidate) return;
  const std::uint64_t calls = calls_;
  *this = {};
  calls_ = calls;
}

}  // namespace allfold::trials
