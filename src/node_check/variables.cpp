#include "node_check/variables.hpp"

#include <cstring>

namespace allfold::node_check {

void Variables::clear() {
  for (const std::size_t variable : touched_) histories_[variable].clear();
  touched_.clear();
  releases_ = 0;
}

std::size_t Variables::at(const void* address, unsigned bytes) {
  const auto [found, is_new] = numbers_.try_emplace(address, histories_.size());
  if (is_new) histories_.emplace_back();
  std::vector<Store>& history = histories_[found->second];
  if (history.empty()) {
    std::uint64_t value = 0;
    std::memcpy(&value, address, bytes);
    history.push_back({.value = value});
    touched_.push_back(found->second);
  }
  return found->second;
}

std::uint64_t Variables::load(Knowledge& own, std::size_t variable, std::uint32_t age,
                              Order order) {
  const std::uint32_t number = newest(variable) - age;
  own.note(variable, number);
  const Store& store = histories_[variable][number];
  if (order == Order::synchronising && store.released != nothing)
    own.join(released_[store.released]);
  return store.value;
}

void Variables::store(Knowledge& own, std::size_t rank, std::size_t variable, std::uint64_t value,
                      Order order) {
  std::vector<Store>& history = histories_[variable];
  own.note(variable, static_cast<std::uint32_t>(history.size()));
  history.push_back({.value = value});
  if (order == Order::relaxed) return;
  history.back().released = released(own);
  ++own.times[rank];
}

void Variables::exchange(Knowledge& own, std::size_t rank, std::size_t variable,
                         std::uint64_t value, Order order) {
  const std::size_t before = histories_[variable].back().released;
  store(own, rank, variable, value, order);
  if (before == nothing) return;
  Store& latest = histories_[variable].back();
  if (latest.released == nothing)
    latest.released = before;
  else
    released_[latest.released].join(released_[before]);
}

std::size_t Variables::released(const Knowledge& knowledge) {
  if (releases_ == released_.size()) released_.emplace_back();
  released_[releases_] = knowledge;
  return releases_++;
}

}  // namespace allfold::node_check
