/// Where the messages of a communicator go, from what its ranks tell each other in the set-up.
#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>
#include <utility>

#include "mpi/messages/channel.hpp"

namespace allfold::mpi::messages {

std::uint64_t Channels::most_sets() {
  int* greatest_tag = nullptr;
  int found = 0;
  PMPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, static_cast<void*>(&greatest_tag), &found);
  constexpr int least_by_standard = 32767;
  const int greatest = found != 0 ? *greatest_tag : least_by_standard;
  return static_cast<std::uint64_t>(greatest / Channel::tags);
}

bool Channels::has_none() {
  const std::lock_guard lock(mutex_);
  return all_.empty();
}

Channels::Known Channels::known(int rank) {
  Known known;
  if (has_none()) return known;
  const std::uint64_t sets = most_sets();
  std::size_t count = 0;
  const auto is_larger = [](const auto& a, const auto& b) { return a->ranks() > b->ranks(); };
  const auto has_tags = [&](const HiddenComm& each, std::uint64_t given) {
    return rank != 0 || each.set_given_by(each.rank_, given) < sets;
  };
  std::unique_lock lock(mutex_);
  // Of those with equally many ranks, the newest first.
  for (std::size_t i = all_.size(); i-- > 0;) {
    std::shared_ptr<HiddenComm> comm = all_[i].lock();
    if (comm == nullptr) continue;
    const bool is_known = std::ranges::find(known.comms, comm) != known.comms.end();
    if (comm->ranks() != 0 && has_tags(*comm, comm->given_) && !is_known) {
      auto* const end = known.comms.begin() + static_cast<std::ptrdiff_t>(count);
      auto* at = std::upper_bound(known.comms.begin(), end, comm, is_larger);
      if (at != known.comms.end()) count = std::min(count + 1, known.comms.size());
      // What was there moves on, and the last one out if there are too many.
      for (; at != known.comms.end() && comm != nullptr; ++at) at->swap(comm);
    }
    if (comm == nullptr) continue;
    // Its last user may have gone meanwhile: no communicator is freed under the lock. Another thread
    // may then remove some that have been freed, so that others come a second time, or not at all.
    lock.unlock();
    comm.reset();
    lock.lock();
    i = std::min(i, all_.size());
  }
  // One number for all of them, since it is not known yet which one will be used.
  for (const auto& each : std::span(known.comms).first(count))
    known.offer.given = std::max(known.offer.given, each->given_);
  for (std::size_t i = 0; i < count; ++i) {
    HiddenComm& each = *known.comms[i];
    if (!has_tags(each, known.offer.given)) continue;
    known.offer.identities[i] = each.identity_;
    if (rank == 0) each.given_ = known.offer.given + 1;
  }
  return known;
}

ChannelPlace Channels::place_in(const Known& own, const OfferOf& offer_of, int ranks,
                                std::uint64_t first_process) {
  const HiddenOffer& of_first = offer_of(0);
  for (const std::uint64_t identity : of_first.identities) {
    if (identity == 0) continue;
    const auto is_in = [&](int rank) {
      const HiddenOffer& offer = offer_of(rank);
      return std::ranges::find(offer.identities, identity) != offer.identities.end();
    };
    int rank = 1;
    while (rank < ranks && is_in(rank)) ++rank;
    if (rank < ranks) continue;
    const auto* const known = std::ranges::find(own.offer.identities, identity);
    const auto& hidden = own.comms[static_cast<std::size_t>(known - own.offer.identities.begin())];
    const int first = hidden->rank_of(first_process).value();
    return {.hidden = hidden, .set = hidden->set_given_by(first, of_first.given)};
  }
  return {};
}

}  // namespace allfold::mpi::messages
