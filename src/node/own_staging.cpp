#include "node/own_staging.hpp"

#include <thread>
#include <utility>

namespace allfold::node {

void OwnStaging::take(std::shared_ptr<const Team> user, std::size_t room) {
  user_ = std::move(user);
  room_ = room;
  if (!take_again()) set(of_pool());
}

bool OwnStaging::take_again() {
  if (staging_ == nullptr || !staging_->try_take()) return false;
  if (staging_->latest_user == user_ && pool_.fill(*staging_, room_)) return true;
  staging_->give_back();
  return false;
}

void OwnStaging::set(std::shared_ptr<Staging> staging) {
  staging_ = std::move(staging);
  const AreaSource::Made area = staging_ != nullptr ? staging_->made : AreaSource::Made{};
  // A rank that is behind may not have read yet where this rank's area was.
  if (!Areas::is_shown(area, team_)) team_.await_all_done(latest_call_);
  areas_.set_own(area, team_);
}

std::shared_ptr<Staging> OwnStaging::of_pool() {
  if (are_others_refused_) return first_of_pool(patience_);
  StagingPool::Taken taken = pool_.take(user_, room_);
  if (taken.former == nullptr || taken.former == user_) return taken.staging;
  const auto is_read_no_more = [&, call = taken.staging->latest_call] {
    return taken.former->have_all_others_done(call);
  };
  if (team_.await_that(is_read_no_more, patience_)) return taken.staging;
  StagingPool::Taken other = pool_.take(user_, room_, StagingPool::Readers::gone);
  pool_.give_back(std::move(taken));
  return other.staging;
}

std::shared_ptr<Staging> OwnStaging::first_of_pool(std::int64_t patience) {
  // Do not wait if there is no memory.
  if (!pool_.fill_first(room_)) return nullptr;
  std::shared_ptr<Staging> first;
  const auto is_taken = [&] {
    first = pool_.take_first(user_, room_);
    return first != nullptr;
  };
  static_cast<void>(team_.await_that(is_taken, patience));
  return first;
}

void OwnStaging::fall_back() {
  if (staging_ != nullptr) {
    // Ranks of this group may still read there.
    staging_->latest_call = latest_call_;
    staging_->give_back();
    staging_.reset();
  }
  set(first_of_pool(without_end));
}

void OwnStaging::give_back() {
  latest_call_ = team_.latest_call();
  user_.reset();
  if (staging_ == nullptr) return;
  staging_->latest_call = latest_call_;
  staging_->latest_thread = std::this_thread::get_id();
  staging_->latest_use = pool_.next_use();
  staging_->give_back();
}

}  // namespace allfold::node
