#include "mpi/messages/channel.hpp"

#include <sched.h>
#include <sys/random.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <limits>
#include <new>
#include <numeric>
#include <string>
#include <utility>

#include "mpi/machine/members.hpp"
#include "select/hash.hpp"

namespace allfold::mpi::messages {

namespace {

int first_tag_of(std::uint64_t set) { return static_cast<int>(set) * Channel::tags; }

}  // namespace

Channel::Channel(std::shared_ptr<HiddenComm> hidden, std::vector<int> ranks, int rank,
                 int first_tag)
    : hidden_(std::move(hidden)),
      ranks_(std::move(ranks)),
      space_{.comm = hidden_->comm(),
             .ranks = ranks_,
             .own_rank = ranks_[static_cast<std::size_t>(rank)],
             .message_tag = first_tag,
             .copy_tag = first_tag + 1} {}

std::uint64_t Channels::random_number() {
  std::uint64_t number = 0;
  if (getrandom(&number, sizeof number, GRND_NONBLOCK) != sizeof number)
    number =
        static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
  return number | 1U;
}

/// What this rank contributes to the set-up of a channel.
struct Channels::Offer {
  std::shared_ptr<HiddenComm> known;  ///< one that contains all ranks; null if there is none
  std::vector<int> known_ranks;       ///< the ranks' numbers in it
  std::shared_ptr<HiddenComm> made;   ///< the object for a new one
  std::vector<int> own_ranks;         ///< the ranks' numbers in the new one
  std::uint64_t set = 0;       ///< number of the set of tags on the known one, from rank 0; 0: none
  std::uint64_t identity = 0;  ///< of a new one, from rank 0
};

/// What a rank contributes to the choice. The ranks agree on the maximum of each number. MPICH 4
/// compares unsigned numbers as signed ones, so none is greater than `most`.
struct Channels::Contribution {
  static constexpr std::uint64_t most = std::numeric_limits<std::int64_t>::max();

  std::uint64_t known = 0;
  std::uint64_t not_known = most;  ///< the complement: its maximum gives the minimum
  std::uint64_t set = 0;
  std::uint64_t identity = 0;
  std::uint64_t failure = 0;  ///< 1: the rank has no memory

  [[nodiscard]] bool is_same_everywhere() const { return known != 0 && known == most - not_known; }
};

std::uint64_t Channels::next_identity() {
  return (select::hash_of(std::to_string(++identities_), own_process_) | 1U) & Contribution::most;
}

Channels::Offer Channels::offer_for(const ChannelUser& user) {
  Offer offer;
  offer.made = std::make_shared<HiddenComm>(native_);
  offer.own_ranks.resize(user.processes.size());
  std::iota(offer.own_ranks.begin(), offer.own_ranks.end(), 0);
  const std::uint64_t sets = most_sets();
  // Those that do not fit. Another thread may drop its last user meanwhile: no communicator is freed
  // under the lock.
  std::vector<std::shared_ptr<HiddenComm>> others;
  const std::lock_guard lock(mutex_);
  std::erase_if(all_, [](const auto& each) { return each.expired(); });
  all_.reserve(all_.size() + 1);
  others.reserve(all_.size());
  offer.identity = next_identity();
  // The newest first: older ones may have no tags left.
  // NOLINTNEXTLINE(modernize-loop-convert): clang 14 does not compile libstdc++'s views
  for (auto each = all_.rbegin(); each != all_.rend(); ++each) {
    others.push_back(each->lock());
    HiddenComm* const known = others.back().get();
    if (known == nullptr) continue;
    offer.known_ranks = known->ranks_of(user.processes);
    if (offer.known_ranks.empty()) continue;
    const std::uint64_t set = known->set_given_by(known->rank_, known->given_);
    if (user.rank == 0 && set < sets) {
      offer.set = set;
      ++known->given_;
    }
    offer.known = std::move(others.back());
    break;
  }
  return offer;
}

Channel Channels::open(const ChannelUser& user) {
  if (user.processes.size() == 1) return open_alone(user);
  if (const auto& hidden = user.place.hidden; hidden != nullptr)
    return reserve_.within([&] {
      return Channel(hidden, hidden->ranks_of(user.processes), user.rank,
                     first_tag_of(user.place.set));
    });
  Offer offer;
  Contribution own;
  try {
    offer = reserve_.within([&] { return offer_for(user); });
  } catch (const std::bad_alloc&) {
    own.failure = 1;
  }
  own.known = offer.known != nullptr ? offer.known->identity_ : 0;
  own.not_known = Contribution::most - own.known;
  if (user.rank == 0) {
    own.set = offer.set;
    own.identity = offer.identity;
  }
  Contribution all;
  static_assert(sizeof all % sizeof(std::uint64_t) == 0);
  const int error = native_.allreduce(&own, &all, sizeof all / sizeof(std::uint64_t), MPI_UINT64_T,
                                      MPI_MAX, user.comm);
  if (error != MPI_SUCCESS || all.failure != 0) return {};
  if (all.is_same_everywhere() && all.set != 0)
    return {std::move(offer.known), std::move(offer.known_ranks), user.rank, first_tag_of(all.set)};
  HiddenComm& made = *offer.made;
  made.comm_ = communicator_like(user.comm);
  if (made.comm_ == MPI_COMM_NULL) return {};
  made.identity_ = all.identity;
  made.rank_ = user.rank;
  try {
    for (std::size_t rank = 0; rank < user.processes.size(); ++rank)
      made.rank_of_process_.emplace(user.processes[rank], static_cast<int>(rank));
  } catch (const std::bad_alloc&) {
    made.rank_of_process_.clear();  // so other communicators do not use it
  }
  made.given_ = 1;
  keep(offer.made, user.comm);
  return {std::move(offer.made), std::move(offer.own_ranks), user.rank, first_tag_of(0)};
}

/// Keeps it for further communicators of these ranks.
void Channels::keep(const std::shared_ptr<HiddenComm>& made, MPI_Comm comm) {
  // Not for processes of several worlds, which must be separate after the program has disconnected
  // them. Finding that out takes time with the square of the number of ranks.
  constexpr int most_ranks = 2048;
  bool is_of_world = false;
  try {
    const machine::Members members(comm);
    is_of_world = members.ranks <= most_ranks && !machine::ranks_in_world(members).empty();
  } catch (const std::bad_alloc&) {
    // It is freed with its last user.
  }
  std::shared_ptr<HiddenComm> former;
  const std::lock_guard lock(mutex_);
  if (all_.size() < all_.capacity()) all_.push_back(made);
  if (!is_of_world) return;
  former = std::exchange(kept_[next_kept_], made);
  next_kept_ = (next_kept_ + 1) % kept_.size();
}

Channel Channels::open_alone(const ChannelUser& user) {
  std::shared_ptr<HiddenComm> hidden = self_hidden();
  if (hidden->comm() == MPI_COMM_NULL) return {};
  const std::uint64_t sets = most_sets();
  std::vector<int> ranks(1, 0);
  std::uint64_t set = 0;
  {
    const std::lock_guard lock(mutex_);
    set = hidden->given_++ % sets;
  }
  return {std::move(hidden), std::move(ranks), user.rank, first_tag_of(set)};
}

MPI_Comm Channels::self() { return self_hidden()->comm(); }

std::shared_ptr<HiddenComm> Channels::self_hidden() {
  {
    const std::lock_guard lock(mutex_);
    if (self_ != nullptr) return self_;
  }
  auto made = std::make_shared<HiddenComm>(native_);
  for (;; sched_yield()) {
    const std::lock_guard lock(mutex_);
    if (self_ != nullptr) return self_;
    if (!std::exchange(self_is_made_, true)) break;
  }
  // Only one thread gets here, and waits for no other. No lock is held across MPI calls.
  made->comm_ = communicator_like(MPI_COMM_SELF);
  const std::lock_guard lock(mutex_);
  return self_ = std::move(made);
}

void Channels::close() {
  std::shared_ptr<HiddenComm> self;
  std::array<std::shared_ptr<HiddenComm>, std::tuple_size_v<decltype(kept_)>> kept;
  const std::lock_guard lock(mutex_);
  self.swap(self_);
  kept.swap(kept_);
  self_is_made_ = false;
}

}  // namespace allfold::mpi::messages
