#include "node/staging.hpp"

#include <algorithm>
#include <new>
#include <utility>

namespace allfold::node {

namespace {

/// Whether no rank reads from an area, which the caller must have taken.
bool is_read_no_more(const Staging& staging) {
  return staging.latest_user == nullptr ||
         staging.latest_user->have_all_others_done(staging.latest_call);
}

}  // namespace

std::size_t StagingPool::first_room() {
  const std::lock_guard lock(mutex_);
  return stagings_.empty() ? 0 : stagings_.front()->room.load(std::memory_order_relaxed);
}

bool StagingPool::fill_first(std::size_t room) noexcept {
  const std::lock_guard lock(mutex_);
  try {
    if (stagings_.empty()) {
      const std::shared_ptr<Staging> first = made();
      if (first == nullptr) return false;
      first->give_back();
    }
  } catch (const std::bad_alloc&) {
    return false;
  }
  return fill_locked(*stagings_.front(), room);
}

bool StagingPool::fill(Staging& taken, std::size_t room) noexcept {
  if (taken.room.load(std::memory_order_relaxed) >= room) return true;
  const std::lock_guard lock(mutex_);
  return fill_locked(taken, room);
}

bool StagingPool::fill_locked(Staging& staging, std::size_t room) noexcept {
  if (staging.room.load(std::memory_order_relaxed) >= room) return true;
  if (!source_.fill(staging.made, room)) return false;
  staging.room.store(room, std::memory_order_relaxed);
  return true;
}

StagingPool::Taken StagingPool::take(std::shared_ptr<const Team> user, std::size_t room,
                                     Readers readers) noexcept {
  const std::lock_guard lock(mutex_);
  try {
    std::shared_ptr<Staging> staging = taken(readers);
    if (staging == nullptr) staging = made();
    if (staging == nullptr) return {};
    if (!fill_locked(*staging, room)) {
      staging->give_back();
      return {};
    }
    std::shared_ptr<const Team> former = std::exchange(staging->latest_user, std::move(user));
    return {.staging = std::move(staging), .former = std::move(former)};
  } catch (const std::bad_alloc&) {
    return {};
  }
}

void StagingPool::give_back(Taken unused) noexcept {
  const std::lock_guard lock(mutex_);
  unused.staging->latest_user.swap(unused.former);
  unused.staging->give_back();
}

std::shared_ptr<Staging> StagingPool::take_first(const std::shared_ptr<const Team>& user,
                                                 std::size_t room) noexcept {
  std::shared_ptr<const Team> former;  // destroyed after the lock is released
  const std::lock_guard lock(mutex_);
  if (stagings_.empty() || !stagings_.front()->try_take()) return nullptr;
  std::shared_ptr<Staging> first = stagings_.front();
  const bool is_ours = first->latest_user == user || is_read_no_more(*first);
  if (!is_ours || !fill_locked(*first, room)) {
    first->give_back();
    return nullptr;
  }
  former = std::exchange(first->latest_user, user);
  return first;
}

template <class IsForUs>
std::shared_ptr<Staging> StagingPool::latest_taken(IsForUs is_for_us) {
  std::shared_ptr<Staging> latest;
  for (const std::shared_ptr<Staging>& staging : stagings_) {
    if (!staging->try_take()) continue;
    const bool is_later = latest == nullptr || staging->latest_use > latest->latest_use;
    if (!is_later || !is_for_us(*staging)) {
      staging->give_back();
      continue;
    }
    if (latest != nullptr) latest->give_back();
    latest = staging;
  }
  return latest;
}

std::shared_ptr<Staging> StagingPool::taken(Readers readers) {
  if (readers == Readers::may_be_there) {
    // If a thread that has areas of its own took another one, too, other threads might find none.
    const auto is_own = [](const Staging& staging) {
      return staging.latest_thread == std::this_thread::get_id();
    };
    auto own = latest_taken(
        [&](const Staging& staging) { return is_own(staging) && is_read_no_more(staging); });
    if (own == nullptr) own = latest_taken(is_own);
    if (own != nullptr) return own;
  }
  return latest_taken(is_read_no_more);
}

std::shared_ptr<Staging> StagingPool::made() {
  auto staging = std::make_shared<Staging>();
  stagings_.reserve(stagings_.size() + 1);
  staging->made = source_.make();
  if (staging->made.area == nullptr) return nullptr;
  staging->is_taken.store(true, std::memory_order_relaxed);
  stagings_.push_back(staging);
  return staging;
}

void StagingPool::trim() noexcept {
  // take_ended() returns each group, so that it is destroyed after the lock is released.
  while (take_ended() != nullptr) {
  }
}

bool StagingPool::has_ended(const Staging& staging) const {
  // No other thread can acquire a group that only areas keep alive.
  return staging.latest_user != nullptr &&
         staging.latest_user.use_count() ==
             std::ranges::count_if(stagings_, [&](const std::shared_ptr<Staging>& each) {
               return each->latest_user == staging.latest_user;
             });
}

std::shared_ptr<const Team> StagingPool::take_ended() {
  const std::lock_guard lock(mutex_);
  for (auto staging = stagings_.begin(); staging != stagings_.end(); ++staging) {
    if (!(*staging)->try_take()) continue;
    std::shared_ptr<const Team> ended;
    if (has_ended(**staging) && is_read_no_more(**staging))
      ended = std::move((*staging)->latest_user);
    if (ended == nullptr || staging == stagings_.begin()) {
      (*staging)->give_back();
    } else {
      // The area stays taken, since groups that used it before may still point to it.
      (*staging)->made = {};
      stagings_.erase(staging);
    }
    if (ended != nullptr) return ended;
  }
  return nullptr;
}

void StagingPool::close() noexcept {
  for (const std::shared_ptr<Staging>& staging : stagings_) {
    const std::shared_ptr<const Team> gone = std::move(staging->latest_user);
  }
}

}  // namespace allfold::node
