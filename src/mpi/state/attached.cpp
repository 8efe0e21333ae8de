#include "mpi/state/attached.hpp"

namespace allfold::mpi::state {

void AttachedStates::add(Attached& state) {
  const std::lock_guard lock(mutex_);
  state.next_ = first_;
  if (first_ != nullptr) first_->previous_ = &state;
  first_ = &state;
}

void AttachedStates::remove(Attached& state) {
  const std::lock_guard lock(mutex_);
  unlink(state);
}

std::unique_ptr<Attached> AttachedStates::take() {
  const std::lock_guard lock(mutex_);
  Attached* const state = first_;
  if (state != nullptr) unlink(*state);
  return std::unique_ptr<Attached>(state);
}

/// The caller must hold the lock.
void AttachedStates::unlink(Attached& state) {
  if (state.next_ != nullptr) state.next_->previous_ = state.previous_;
  (state.previous_ != nullptr ? state.previous_->next_ : first_) = state.next_;
  state.previous_ = state.next_ = nullptr;
}

}  // namespace allfold::mpi::state
