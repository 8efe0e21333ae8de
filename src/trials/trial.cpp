#include "trials/trial.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace allfold::trials {

namespace {

constexpr std::size_t incumbent = 0;
constexpr int rounds_of_leading_incumbent = 3;  // before it may win
constexpr Time percent_of_far = 200;            // of the leader's time
constexpr std::size_t most_calls_each = 1000;
constexpr Time percent_of_precision = 2;  // the length of an interval, of its median

/// The number of turns of a round, without the one that warms up.
int turns_of(const Method& method, int round) {
  return method.first_turns << std::max(round + 1 - method.rounds_alike, 0);
}

/// The number of turns of a round, and of calls of a turn, that count and that do not.
int all_turns_of(const Method& method, int round) {
  const bool warms_up = round == 0 && method.warm_up == WarmUp::first_turn;
  return turns_of(method, round) + (warms_up ? 1 : 0);
}
int all_calls_of_turn(const Method& method) {
  return method.calls_of_turn + (method.warm_up == WarmUp::each_turn ? 1 : 0);
}

std::size_t half_of(std::size_t running) { return std::max<std::size_t>((running + 1) / 2, 2); }

/// The finalizer of SplitMix64.
std::uint64_t mixed(std::uint64_t bits) {
  bits += 0x9e3779b97f4a7c15U;
  bits = (bits ^ (bits >> 30U)) * 0xbf58476d1ce4e5b9U;
  bits = (bits ^ (bits >> 27U)) * 0x94d049bb133111ebU;
  return bits ^ (bits >> 31U);
}

}  // namespace

int Trial::most_calls(const Method& method, std::size_t candidates) {
  std::size_t calls = 0;
  for (int round = 0; round < method.most_rounds; ++round) {
    calls += candidates *
             static_cast<std::size_t>(all_turns_of(method, round) * all_calls_of_turn(method));
    // After the first round the incumbent may be kept in addition.
    candidates =
        round == 0 ? std::min(candidates, half_of(candidates - 1) + 1) : half_of(candidates);
  }
  return static_cast<int>(calls);
}

void Trial::reserve(std::size_t candidates, std::size_t calls) {
  calls_.resize(candidates);
  for (std::vector<Time>& each : calls_) each.reserve(calls);
  times_.reserve(candidates);
  running_.reserve(candidates);
  order_.reserve(candidates);
}

void Trial::begin(const Method& method, std::size_t candidates) {
  method_ = method;
  if (calls_.size() < candidates) calls_.resize(candidates);
  for (std::vector<Time>& each : calls_) each.clear();
  times_.assign(candidates, {});
  running_.resize(candidates);
  std::iota(running_.begin(), running_.end(), std::size_t{0});
  place_ = 0;
  call_ = turns_ = round_ = 0;
  is_over_ = false;
  shuffle();
}

void Trial::shuffle() {
  order_ = running_;
  for (std::size_t left = order_.size(); left > 1; --left)
    std::swap(order_[left - 1], order_[mixed(++shuffles_) % left]);
}

int Trial::turns_of_round() const { return all_turns_of(method_, round_); }

Trial::Turn Trial::turn() const {
  int turns = turns_;  // before this one, in this round, that count
  int call = call_ + 1;
  if (method_.warm_up == WarmUp::each_turn) --call;
  if (method_.warm_up == WarmUp::first_turn && round_ == 0 && turns-- == 0) call = 0;
  for (int round = 0; round < round_; ++round) turns += turns_of(method_, round);
  return {.candidate = order_[place_],
          .visit = call == 0 ? 0 : turns * method_.calls_of_turn + call};
}

void Trial::pass() {
  if (++call_ < all_calls_of_turn(method_)) return;
  call_ = 0;
  if (++place_ < order_.size()) return;
  place_ = 0;
  ++turns_;
  shuffle();
}

std::vector<Time> Trial::summary() {
  std::vector<Time> numbers;
  for (const std::size_t candidate : running_) {
    const Interval<Time> own = interval_of(std::span(calls_[candidate]));
    numbers.insert(numbers.end(), {own.median, own.low, own.high});
  }
  return numbers;
}

void Trial::judge(std::span<const Time> sums, int ranks) {
  for (std::size_t i = 0; i < running_.size(); ++i)
    times_[running_[i]] = {.median = sums[3 * i] / ranks,
                           .low = sums[3 * i + 1] / ranks,
                           .high = sums[3 * i + 2] / ranks};
  end_round();
}

void Trial::judge() {
  for (const std::size_t candidate : running_)
    times_[candidate] = interval_of(std::span(calls_[candidate]));
  end_round();
}

void Trial::end_round() {
  ++round_;
  turns_ = 0;
  std::ranges::sort(running_, {},
                    [&](std::size_t candidate) { return std::pair(figure(candidate), candidate); });
  is_over_ = is_settled();
  if (!is_over_) drop_slow();
  is_over_ = is_over_ || is_settled();
  shuffle();
}

// The incumbent takes one of the places of the faster half, if necessary the last one.
void Trial::drop_slow() {
  const std::size_t leader = running_.front();
  const bool is_spared = is_running(incumbent) && is_far_slower(incumbent, leader) &&
                         (method_.aim == Aim::times || !is_telling(incumbent));
  std::erase_if(running_, [&](std::size_t candidate) { return is_far_slower(candidate, leader); });
  const std::size_t most = half_of(running_.size());
  const auto own = std::ranges::find(running_, incumbent);
  if (own != running_.end() && static_cast<std::size_t>(own - running_.begin()) >= most)
    std::rotate(running_.begin() + static_cast<std::ptrdiff_t>(most) - 1, own, own + 1);
  std::size_t place = 0;
  std::erase_if(running_, [&](std::size_t candidate) {
    return place++ >= most && (method_.aim == Aim::winner || is_slower(candidate, leader));
  });
  if (is_spared) running_.push_back(incumbent);
}

bool Trial::is_settled() const {
  const std::size_t leader = running_.front();
  if (round_ == method_.most_rounds) return true;
  if (method_.aim == Aim::winner && running_.size() == 1) return true;
  if (!has_enough_calls()) return false;
  if (method_.aim == Aim::winner && leader == incumbent && round_ >= rounds_of_leading_incumbent)
    return true;
  return are_all_known_well() ||
         std::all_of(running_.begin() + 1, running_.end(),
                     [&](std::size_t candidate) { return is_slower(candidate, leader); });
}

std::size_t Trial::winner() const {
  const std::size_t leader = running_.front();
  return is_running(incumbent) && !is_faster(leader, incumbent) ? incumbent : leader;
}

bool Trial::is_running(std::size_t candidate) const {
  return std::ranges::find(running_, candidate) != running_.end();
}

bool Trial::is_telling(std::size_t candidate) const {
  return calls_[candidate].size() >= method_.telling_calls;
}

Time Trial::figure(std::size_t candidate) const {
  return is_telling(candidate) ? times_[candidate].median : times_[candidate].low;
}

bool Trial::is_faster(std::size_t a, std::size_t b) const {
  return method_.percent_to_replace > 0 ? is_below(method_.percent_to_replace, figure(b), figure(a))
                                        : times_[a].high < times_[b].low;
}

bool Trial::is_slower(std::size_t candidate, std::size_t leader) const {
  const Time percent = is_telling(candidate) ? 100 : method_.percent_of_noise;
  return times_[leader].high * percent < times_[candidate].low * 100;
}

bool Trial::is_far_slower(std::size_t candidate, std::size_t leader) const {
  return times_[leader].high * percent_of_far < times_[candidate].low * 100;
}

bool Trial::has_enough_calls() const {
  return std::ranges::all_of(running_, [&](std::size_t candidate) {
    return calls_[candidate].size() >= method_.fewest_calls;
  });
}

bool Trial::are_all_known_well() const {
  return std::ranges::all_of(running_, [&](std::size_t candidate) {
    const Interval<Time>& found = times_[candidate];
    return calls_[candidate].size() >= most_calls_each ||
           (found.high - found.low) * 100 <= found.median * percent_of_precision;
  });
}

}  // namespace allfold::trials
