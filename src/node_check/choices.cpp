#include "node_check/choices.hpp"

#include <algorithm>
#include <stdexcept>

namespace allfold::node_check {

RandomChoices::RandomChoices(std::uint64_t seed, unsigned most_looks) : random_(seed) {
  constexpr std::uint64_t kinds_of_rates = 6;
  kind_ = below(2) == 0 ? Kind::walk : Kind::priorities;
  accesses_between_ = std::uint64_t{1} << below(kinds_of_rates);
  if (kind_ == Kind::priorities) accesses_between_ *= 1U << below(kinds_of_rates);
  loads_between_ = std::uint64_t{1} << below(kinds_of_rates);
  looks_ = below(2) == 0 ? 1 : most_looks;
  for (std::uint64_t& each : priorities_) each = random_();
}

std::size_t RandomChoices::foremost(std::span<const std::size_t> ranks) const {
  return *std::ranges::max_element(ranks, {}, [&](std::size_t rank) { return priorities_[rank]; });
}

std::size_t RandomChoices::rank(std::span<const std::size_t> ranks) {
  const bool changes = below(accesses_between_) == 0;
  if (kind_ == Kind::walk) return changes ? ranks[below(ranks.size())] : ranks.front();
  if (changes) priorities_[below(priorities_.size())] = random_();
  return foremost(ranks);
}

std::uint32_t RandomChoices::age(std::uint32_t visible) {
  return below(loads_between_) == 0 ? static_cast<std::uint32_t>(below(visible)) : 0;
}

std::size_t Search::choose(std::size_t possibilities) {
  if (possibilities == 1) return 0;
  if (made_ == path_.size()) path_.push_back({.possibilities = possibilities, .chosen = 0});
  const Choice& choice = path_[made_++];
  if (choice.possibilities != possibilities)
    throw std::logic_error("an execution depends on more than the choices that were made");
  return choice.chosen;
}

bool Search::next() {
  // An execution that ended early did not come to the rest of the path.
  path_.resize(made_);
  made_ = 0;
  deviations_ = static_cast<int>(
      std::ranges::count_if(path_, [](const Choice& each) { return each.chosen > 0; }));
  while (!path_.empty()) {
    Choice& last = path_.back();
    const bool is_usual = last.chosen == 0;
    if (last.chosen + 1 < last.possibilities && (!is_usual || deviations_ < most_)) {
      ++last.chosen;
      return true;
    }
    if (!is_usual) --deviations_;
    path_.pop_back();
  }
  return false;
}

}  // namespace allfold::node_check
