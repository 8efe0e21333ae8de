/// @file Channels: how the messages of a communicator of the user's go, apart from the user's own.
///
/// MPI libraries have few numbers for communicators (65,532, or 2,048), so each communicator of the
/// user's does not get a hidden one beside it. One hidden communicator serves all those whose ranks
/// it holds: each has tags of its own there.
#pragma once

#include <mpi.h>

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "mpi/hidden_comm.hpp"
#include "mpi/native.hpp"
#include "mpi/point_to_point.hpp"
#include "mpi/reserve.hpp"

namespace allfold::mpi {

/// The way of one communicator's messages. All its ranks use the same tags, and nobody else does so
/// on the hidden communicator.
class Channel {
 public:
  Channel() = default;
  /// `ranks` are the hidden communicator's numbers of all ranks, `rank` is this process's.
  Channel(std::shared_ptr<HiddenComm> hidden, std::vector<int> ranks, int rank, int first_tag);
  Channel(Channel&&) = default;
  Channel& operator=(Channel&&) = default;

  [[nodiscard]] bool is_open() const { return hidden_ != nullptr; }
  [[nodiscard]] const MessageSpace& space() const { return space_; }

  static constexpr int tags = 2;

 private:
  std::shared_ptr<HiddenComm> hidden_;
  std::vector<int> ranks_;
  MessageSpace space_;
};

/// Where the messages of a communicator may go: the same on all its ranks.
struct ChannelPlace {
  std::shared_ptr<HiddenComm> hidden = nullptr;  ///< null: none is known that all of them are in
  std::uint64_t set = 0;                         ///< of tags
};

/// A communicator that is to have a channel.
struct ChannelUser {
  MPI_Comm comm;
  int rank;
  std::span<const std::uint64_t> processes;  ///< of its ranks: see own_process()
  const ChannelPlace& place;                 ///< as place_in() has found it, on all ranks
};

/// The hidden communicators of this process.
class Channels {
 public:
  /// Both are to outlive this, and all channels.
  Channels(const Native& native, Reserve& reserve) : native_(native), reserve_(reserve) {}
  Channels(const Channels&) = delete;
  Channels& operator=(const Channels&) = delete;

  /// This process's number, which no other has, in any job.
  [[nodiscard]] std::uint64_t own_process() const { return own_process_; }

  /// The hidden communicators that this rank is in, as far as it tells of them.
  struct Known {
    HiddenOffer offer;
    std::array<std::shared_ptr<HiddenComm>, HiddenOffer::most> comms;
  };
  /// For a communicator that is being set up, in which this process has that rank. Local, and needs no
  /// memory.
  [[nodiscard]] Known known(int rank);
  /// What the rank has offered.
  using OfferOf = std::function<const HiddenOffer&(int rank)>;
  /// The place for its messages, after all its ranks have told theirs: on the first of rank 0's that
  /// all of them are in. `first_process` is that of rank 0. Local, and needs no memory.
  [[nodiscard]] static ChannelPlace place_in(const Known& own, const OfferOf& offer_of, int ranks,
                                             std::uint64_t first_process);

  /// A channel for a communicator: local where it has a place, or one rank. Otherwise collective over
  /// it, by blocking calls, and not open where the MPI library has no communicator left, or a rank no
  /// memory, on all ranks alike. Throws std::bad_alloc where it has a place.
  [[nodiscard]] Channel open(const ChannelUser& user);

  /// A communicator of this process alone.
  [[nodiscard]] MPI_Comm self();
  /// Drops it; MPI ends.
  void close();

 private:
  struct Offer;
  struct Contribution;
  [[nodiscard]] Channel open_alone(const ChannelUser& user);
  [[nodiscard]] Offer offer_for(const ChannelUser& user);
  [[nodiscard]] std::shared_ptr<HiddenComm> self_hidden();
  [[nodiscard]] std::uint64_t next_identity();
  [[nodiscard]] bool has_none();
  /// The sets of tags that there are on a communicator.
  [[nodiscard]] static std::uint64_t most_sets();
  void keep(const std::shared_ptr<HiddenComm>& made, MPI_Comm comm);

  const Native& native_;
  Reserve& reserve_;
  const std::uint64_t own_process_ = random_number();
  static std::uint64_t random_number();

  std::mutex mutex_;
  std::vector<std::weak_ptr<HiddenComm>> all_;
  /// The latest ones, for communicators that are made, used and freed one after the other.
  std::array<std::shared_ptr<HiddenComm>, 4> kept_;
  std::size_t next_kept_ = 0;
  std::shared_ptr<HiddenComm> self_;
  bool self_is_made_ = false;  ///< or being made
  std::uint64_t identities_ = 0;
};

}  // namespace allfold::mpi
