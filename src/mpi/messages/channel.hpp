/// @file Channels: separate the messages of a communicator from those of the program.
///
/// MPI libraries have a limited number of communicators (65,532, or 2,048), so not every
/// communicator of the program gets a hidden one. One hidden communicator serves all communicators
/// whose ranks it contains, each with its own tags.
#pragma once

#include <mpi.h>

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "mpi/memory/reserve.hpp"
#include "mpi/messages/hidden_comm.hpp"
#include "mpi/messages/point_to_point.hpp"
#include "mpi/native/native.hpp"

namespace allfold::mpi::messages {

/// The hidden communicator and the tags for one communicator's messages. All of its ranks use the
/// same tags, and no others use these on the hidden communicator.
class Channel {
 public:
  Channel() = default;
  /// `ranks`: by rank of the communicator, the rank in the hidden one. `rank`: this process's.
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

/// Where the messages of a communicator go; equal on all its ranks.
struct ChannelPlace {
  std::shared_ptr<HiddenComm> hidden = nullptr;  ///< null: none is known that contains all ranks
  std::uint64_t set = 0;                         ///< number of the set of tags
};

/// A communicator that needs a channel.
struct ChannelUser {
  MPI_Comm comm;
  int rank;
  std::span<const std::uint64_t> processes;  ///< of its ranks: see own_process()
  const ChannelPlace& place;                 ///< from place_in(), equal on all ranks
};

/// The hidden communicators of this process.
class Channels {
 public:
  /// `native` and `reserve` must outlive this and all channels.
  Channels(const native::Native& native, memory::Reserve& reserve)
      : native_(native), reserve_(reserve) {}
  Channels(const Channels&) = delete;
  Channels& operator=(const Channels&) = delete;

  /// A random number that identifies this process among all processes of all jobs.
  [[nodiscard]] std::uint64_t own_process() const { return own_process_; }

  /// Hidden communicators that contain this rank, and what it offers of them to the other ranks.
  struct Known {
    HiddenOffer offer;
    std::array<std::shared_ptr<HiddenComm>, HiddenOffer::most> comms;
  };
  /// For a communicator that is being set up, in which this process has rank `rank`. Local,
  /// allocates nothing.
  [[nodiscard]] Known known(int rank);
  /// The offer of a rank.
  using OfferOf = std::function<const HiddenOffer&(int rank)>;
  /// The place for a communicator's messages, from the offers of all its ranks: the first of rank
  /// 0's hidden communicators that contains all of them. `first_process` identifies the process of
  /// rank 0. Local, allocates nothing.
  [[nodiscard]] static ChannelPlace place_in(const Known& own, const OfferOf& offer_of, int ranks,
                                             std::uint64_t first_process);

  /// Opens a channel for a communicator. With one rank, or if the communicator has a place, that is
  /// local, and throws std::bad_alloc if memory is short. Otherwise it is collective over the
  /// communicator, by blocking calls. The channel is then not open, on all ranks, if the MPI
  /// library has no communicator left or a rank has no memory.
  [[nodiscard]] Channel open(const ChannelUser& user);

  /// A communicator of this process alone.
  [[nodiscard]] MPI_Comm self();
  /// Frees the kept communicators, before MPI ends.
  void close();

 private:
  struct Offer;
  struct Contribution;
  [[nodiscard]] Channel open_alone(const ChannelUser& user);
  [[nodiscard]] Offer offer_for(const ChannelUser& user);
  [[nodiscard]] std::shared_ptr<HiddenComm> self_hidden();
  [[nodiscard]] std::uint64_t next_identity();
  [[nodiscard]] bool has_none();
  /// The number of sets of tags on a communicator.
  [[nodiscard]] static std::uint64_t most_sets();
  void keep(const std::shared_ptr<HiddenComm>& made, MPI_Comm comm);

  const native::Native& native_;
  memory::Reserve& reserve_;
  const std::uint64_t own_process_ = random_number();
  static std::uint64_t random_number();

  std::mutex mutex_;
  std::vector<std::weak_ptr<HiddenComm>> all_;
  /// The latest ones, for programs that create, use and free communicators in turn.
  std::array<std::shared_ptr<HiddenComm>, 4> kept_;
  std::size_t next_kept_ = 0;
  std::shared_ptr<HiddenComm> self_;
  bool self_is_made_ = false;  ///< or another thread is making it
  std::uint64_t identities_ = 0;
};

}  // namespace allfold::mpi::messages
