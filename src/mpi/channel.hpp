/// @file Channels: how the messages of a communicator of the user's go, apart from the user's own.
///
/// MPI libraries have few numbers for communicators (65,532, or 2,048), so each communicator of the
/// user's does not get a hidden one beside it. One hidden communicator serves all those whose ranks
/// it holds: each has tags of its own there.
#pragma once

#include <mpi.h>

#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <unordered_map>
#include <vector>

#include "mpi/native.hpp"
#include "mpi/point_to_point.hpp"
#include "mpi/reserve.hpp"

namespace allfold::mpi {

/// Collective: of the same ranks; MPI_COMM_NULL where the MPI library has no more.
///
/// MPI_Comm_dup would run the user's attribute copy callbacks, and in Open MPI MPI_Comm_create_group
/// does so, too, and its messages would meet wildcard receives of the user's. (On MPI_COMM_SELF there
/// is nobody whom another thread's collective call at the same time could take for somebody else.)
[[nodiscard]] MPI_Comm communicator_like(MPI_Comm comm);

/// A communicator that nobody else knows, whose errors are returned. Freed with its last user,
/// which waits for nobody.
class HiddenComm {
 public:
  explicit HiddenComm(const Native& native) : native_(native) {}
  ~HiddenComm();
  HiddenComm(const HiddenComm&) = delete;
  HiddenComm& operator=(const HiddenComm&) = delete;

  [[nodiscard]] MPI_Comm comm() const { return comm_; }
  /// The numbers here of a communicator's processes; empty if one of them is not here.
  [[nodiscard]] std::vector<int> ranks_of(std::span<const std::uint64_t> processes) const;

 private:
  friend class Channels;

  const Native& native_;
  MPI_Comm comm_ = MPI_COMM_NULL;
  std::uint64_t identity_ = 0;  ///< the same on all ranks, and no other's; never 0
  int rank_ = 0;
  std::unordered_map<std::uint64_t, int> rank_of_process_;
  std::uint64_t given_ = 0;  ///< sets of tags that this rank has given away
};

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

/// A communicator that is to have a channel.
struct ChannelUser {
  MPI_Comm comm;
  int rank;
  std::span<const std::uint64_t> processes;  ///< of its ranks: see own_process()
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

  /// A channel for a communicator: collective over it, by blocking calls. Not open where the MPI
  /// library has no communicator left, or a rank no memory, on all ranks alike. Of one rank: local.
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

  const Native& native_;
  Reserve& reserve_;
  const std::uint64_t own_process_ = random_number();
  static std::uint64_t random_number();

  std::mutex mutex_;
  std::vector<std::weak_ptr<HiddenComm>> all_;
  std::shared_ptr<HiddenComm> self_;
  bool self_is_made_ = false;  ///< or being made
  std::uint64_t identities_ = 0;
};

}  // namespace allfold::mpi
