/// @file Observed communicator: a communicator of the program, and the calls on it in this rank.
#pragma once

#include <mpi.h>

#include <atomic>
#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

#include "profile/observed_calls.hpp"
#include "profile/profile.hpp"
#include "profile/waiting.hpp"

namespace allfold::mpi::record {

/// What is recorded of calls. For statistics alone, calls are not told apart by what only a profile
/// shows, so that fewer of them exceed the limits on the number of classes.
enum class Detail : std::uint8_t { none, statistics, profile };

/// It outlives the communicator if the arrivals of ranks are compared at MPI_Finalize.
class ObservedCommunicator {
 public:
  /// `serial`: the number of the communicator on this rank. Throws std::bad_alloc.
  ObservedCommunicator(MPI_Comm comm, std::uint64_t serial, Detail detail);

  /// What all members know.
  struct Members {
    std::uint64_t process = 0;  ///< Channels::own_process() of rank 0
    std::uint64_t serial = 0;   ///< that of rank 0
    std::uint64_t greatest_serial = 0;
    bool knows_clock = false;  ///< whether all members know the offsets of their clocks
    int nodes = 0;             ///< 0: not known
    int ranks_per_node = 0;
    /// The members' ranks in MPI_COMM_WORLD; empty if they are from several worlds, or not all of
    /// them observe.
    std::vector<int> in_world = {};
  };
  void agree(Members members);

  [[nodiscard]] profile::ObservedCalls& calls() { return calls_; }
  [[nodiscard]] const profile::ObservedCalls& calls() const { return calls_; }
  [[nodiscard]] std::uint64_t serial() const { return serial_; }
  [[nodiscard]] Detail detail() const { return detail_; }
  [[nodiscard]] const Members& members() const { return members_; }
  /// Whether the members keep the arrivals of the same calls, and can compare them.
  [[nodiscard]] bool keeps_arrivals() const;
  [[nodiscard]] int rank() const { return rank_; }
  [[nodiscard]] int ranks() const { return ranks_; }
  [[nodiscard]] profile::CommunicatorKind kind() const;

  /// The time that the set-up took on this rank, which is not part of any call.
  void note_set_up(profile::Nanoseconds time) { set_up_ = time; }
  /// Reads the name again, which the program may have changed.
  void look_at_name();
  /// Called when the communicator is freed.
  void end();

  /// Adds this rank's calls. `splits`: the waiting time by class, or empty.
  void add_to(profile::Profile& profile, const std::vector<profile::Split>& splits) const;
  /// The same without a comparison with other ranks.
  void add_to(profile::Profile& profile) const;

 private:
  std::uint64_t serial_;
  Detail detail_;
  int rank_ = 0;
  int ranks_ = 1;
  Members members_ = {};
  mutable std::mutex mutex_;
  MPI_Comm comm_;     ///< MPI_COMM_NULL: freed
  std::string name_;  ///< "": not set by the program, or not recorded
  std::atomic<profile::Nanoseconds> set_up_ = 0;
  profile::ObservedCalls calls_;
};

/// The name that the program has given to a communicator; "" if it has given none.
[[nodiscard]] std::string name_by_program(MPI_Comm comm);

/// The sums of a class, from its counters and its split.
[[nodiscard]] profile::ClassSums sums_of(const profile::Counted& counted,
                                         const profile::Split& split);

}  // namespace allfold::mpi::record
