#include "node_check/ranks.hpp"

#include <algorithm>
#include <stdexcept>

namespace allfold::node_check {

bool Ranks::run(const std::function<void(std::size_t)>& body) {
  try {
    fibers_.run(static_cast<int>(number_), [&](int rank) {
      begin();
      body(static_cast<std::size_t>(rank));
      end();
    });
  } catch (const std::runtime_error&) {
    if (!is_deadlocked_) throw;
    return false;
  }
  return true;
}

// All fibers but the one that runs are blocked, so that it alone says which one is next.
void Ranks::begin() {
  if (++begun_ < number_) return fibers_.block();
  step_back();
}

void Ranks::end() {
  states_[current()] = State::ended;
  if (std::ranges::count(states_, State::ended) == static_cast<std::ptrdiff_t>(number_)) return;
  if (const std::size_t next = chosen(Own::stays_behind); !is_deadlocked_)
    fibers_.wake(static_cast<int>(next), 0);
}

void Ranks::go_on_with(std::size_t rank) {
  if (is_deadlocked_) return fibers_.block();
  if (rank == current()) return;
  fibers_.wake(static_cast<int>(rank), 0);
  fibers_.block();
}

std::vector<std::size_t>& Ranks::ready(Own own) {
  ready_.clear();
  const std::size_t first = own == Own::may_run ? 0 : 1;
  for (std::size_t distance = first; distance < number_ + first; ++distance)
    if (const std::size_t rank = (current() + distance) % number_; states_[rank] == State::ready)
      ready_.push_back(rank);
  // A rank that stays behind runs only if no other can.
  if (own == Own::stays_behind && ready_.size() > 1 && ready_.back() == current())
    ready_.pop_back();
  return ready_;
}

std::size_t Ranks::chosen(Own own) {
  std::vector<std::size_t>* all = &ready(own);
  if (all->empty()) {
    const auto waits = std::ranges::count(states_, State::waits);
    is_deadlocked_ = waits == 0 || ++vain_rounds_ > most_vain_rounds;
    if (is_deadlocked_) return current();
    std::ranges::replace(states_, State::waits, State::ready);
    all = &ready(own);
  }
  return choices_ != nullptr && all->size() > 1 ? choices_->rank(*all) : all->front();
}

void Ranks::await(const std::vector<std::size_t>& variables) {
  awaited_[current()] = variables;
  states_[current()] = State::waits;
  step_back();
}

void Ranks::note_store(std::size_t variable) {
  vain_rounds_ = 0;
  for (std::size_t rank = 0; rank < number_; ++rank)
    if (states_[rank] == State::waits &&
        std::ranges::find(awaited_[rank], variable) != awaited_[rank].end())
      states_[rank] = State::ready;
}

void Ranks::meet(std::size_t number, const std::function<void()>& all_are_here) {
  if (++met_ < number) {
    states_[current()] = State::meets;
    return step_back();
  }
  met_ = 0;
  all_are_here();
  std::ranges::replace(states_, State::meets, State::ready);
}

}  // namespace allfold::node_check
