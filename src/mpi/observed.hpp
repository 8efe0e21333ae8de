/// @file Observed: a communicator of the user's, as this rank observes the calls on it.
#pragma once

#include <mpi.h>

#include <atomic>
#include <cstdint>
#include <mutex>
#include <vector>

#include "profile/observations.hpp"
#include "profile/profile.hpp"
#include "profile/waiting.hpp"

namespace allfold::mpi {

/// It outlives the communicator where arrivals of ranks are compared at MPI_Finalize.
class Observed {
 public:
  /// `serial` is the number of the communicator on this rank. Throws std::bad_alloc.
  static constexpr std::uint64_t keeps_nothing = ~std::uint64_t{0};
  Observed(MPI_Comm comm, std::uint64_t serial);

  /// What all members know.
  struct Members {
    std::uint64_t process = 0;  ///< Channels::own_process() of the first
    std::uint64_t serial = 0;   ///< that of the first
    std::uint64_t greatest_serial = 0;
    bool knows_clock = false;  ///< all of them know how their clocks are set
    int nodes = 0;             ///< 0: not known
    int ranks_per_node = 0;
    /// Their numbers there; none: they are of several worlds, or not all of them observe.
    std::vector<int> in_world = {};
  };
  void agree(Members members);

  [[nodiscard]] profile::Observations& observations() { return observations_; }
  [[nodiscard]] const profile::Observations& observations() const { return observations_; }
  [[nodiscard]] std::uint64_t serial() const { return serial_; }
  [[nodiscard]] const Members& members() const { return members_; }
  /// Whether the members keep arrivals of the same calls, and can compare them.
  [[nodiscard]] bool keeps_arrivals() const;
  [[nodiscard]] int rank() const { return rank_; }
  [[nodiscard]] int ranks() const { return ranks_; }
  [[nodiscard]] profile::CommunicatorKind kind() const;

  /// This rank's time in the set-up, which is part of no call.
  void note_set_up(profile::Nanoseconds time) { set_up_ = time; }
  /// Looks at the name again, which the program may have changed.
  void look_at_name();
  /// The communicator is freed.
  void end();

  /// Adds what this rank has observed; by class, how much of it is waiting, or nothing.
  void add_to(profile::Profile& profile, const std::vector<profile::Split>& splits) const;
  /// The same where only this rank is asked.
  void add_to(profile::Profile& profile) const;

 private:
  std::uint64_t serial_;
  int rank_ = 0;
  int ranks_ = 1;
  bool is_inter_ = false;
  Members members_ = {};
  mutable std::mutex mutex_;
  MPI_Comm comm_;     ///< MPI_COMM_NULL: freed
  std::string name_;  ///< "": none by the program
  std::atomic<profile::Nanoseconds> set_up_ = 0;
  profile::Observations observations_;
};

/// Of what a class has counted, by the split.
[[nodiscard]] profile::ClassSums sums_of(const profile::Counted& counted,
                                         const profile::Split& split);

}  // namespace allfold::mpi
