#include "tuning/online_trial.hpp"

#include <algorithm>
#include <utility>

#include "tuning/methods.hpp"

namespace allfold::tuning {

int OnlineTrial::most_calls(std::size_t candidates) {
  return trials::Trial::most_calls(online, candidates);
}

OnlineTrial::OnlineTrial(std::vector<rules::RuledKernel> candidates)
    : candidates_(std::move(candidates)) {
  trial_.begin(online, candidates_.size());
}

void OnlineTrial::add(double seconds) {
  const trials::Trial::Turn turn = trial_.turn();
  if (turn.visit > 0) trial_.add(turn.candidate, in_picoseconds(seconds));
  trial_.pass();
}

std::size_t OnlineTrial::winner() const {
  const std::size_t fastest = trial_.winner();
  if (fastest == 0 || !candidates_[fastest].is_native()) return fastest;
  const std::vector<std::size_t>& running = trial_.running();
  const auto other = std::ranges::find_if(running, [&](std::size_t candidate) {
    return !candidates_[candidate].is_native() && !trial_.is_faster(fastest, candidate);
  });
  return other != running.end() ? *other : fastest;
}

rules::MeasuredTime OnlineTrial::time(std::size_t candidate) const {
  return {.candidate = candidates_[candidate], .seconds = in_seconds(trial_.time(candidate))};
}

std::vector<rules::MeasuredTime> OnlineTrial::times() const {
  std::vector<rules::MeasuredTime> all;
  all.reserve(candidates_.size());
  for (std::size_t candidate = 0; candidate < candidates_.size(); ++candidate)
    all.push_back(time(candidate));
  return all;
}

std::vector<rules::MeasuredTime> OnlineTrial::trusted_times() const {
  std::vector<rules::MeasuredTime> trusted;
  for (std::size_t candidate = 0; candidate < candidates_.size(); ++candidate)
    if (candidate == winner() || trial_.is_telling(candidate)) trusted.push_back(time(candidate));
  return trusted;
}

}  // namespace allfold::tuning
