/// @file Profiler: what this process observes of its reductions, for ALLFOLD_PROFILE.
#pragma once

#include <mpi.h>

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "algorithms/placement.hpp"
#include "mpi/native.hpp"
#include "mpi/observed.hpp"
#include "mpi/reserve.hpp"
#include "profile/clock.hpp"
#include "profile/profile.hpp"
#include "select/configuration.hpp"

namespace allfold::mpi {

/// Nothing is sent while calls are made, and a call is observed without a lock. See docs/reference/profile.md.
class Profiler {
 public:
  /// Whether a profile is asked for; from now on, or no longer.
  void follow(const select::Configuration& configuration);
  /// True, too, as long as nobody has looked at the environment.
  [[nodiscard]] static bool is_on() { return is_on_.load(std::memory_order_relaxed); }

  /// A communicator is being set up: what this rank will observe of it; null where no profile is
  /// asked for. Local; throws std::bad_alloc.
  [[nodiscard]] std::shared_ptr<Observed> prepare(MPI_Comm comm);
  /// What this rank tells the others of that.
  [[nodiscard]] std::int64_t offer(const Observed* own) const;
  /// The offers of all members are known. Local; throws std::bad_alloc, and can be repeated. Where
  /// one of them asks for no profile, each observes for itself; this rank, null.
  [[nodiscard]] std::shared_ptr<Observed> agreed(std::shared_ptr<Observed> own, MPI_Comm comm,
                                                 std::span<const std::int64_t> offers,
                                                 std::uint64_t first_process,
                                                 const algorithms::Nodes& nodes);
  /// The set-up has gone well on all ranks. Collective: where the communicator has all ranks, on
  /// several nodes, their clocks are compared.
  void begin(const std::shared_ptr<Observed>& agreed, MPI_Comm comm, const algorithms::Nodes& nodes,
             const Native& native);
  /// The communicator is freed.
  void end(std::shared_ptr<Observed> observed);

  /// A call on a communicator whose ranks have not agreed on anything. Throws std::bad_alloc.
  void add_alone(MPI_Comm comm, const profile::Kind& kind, const profile::ObservedCall& call);

  /// Whether all ranks of MPI_COMM_WORLD are known to take part in gathered().
  [[nodiscard]] bool has_all_ranks() const { return has_all_ranks_; }
  /// Collective over MPI_COMM_WORLD: on rank 0 the profile of all ranks, else none. Where a rank has
  /// no memory, the others do not wait, and the profile is partial. Throws std::bad_alloc on rank 0
  /// where it is the one, after all that is collective.
  [[nodiscard]] std::optional<profile::Profile> gathered(std::uint64_t node, const Native& native,
                                                         Reserve& reserve);
  /// Of this rank alone; at any time, and in any thread.
  [[nodiscard]] profile::Profile own(std::string why_partial) const;

 private:
  using Splits = std::map<const Observed*, std::vector<profile::Split>>;
  /// What the ranks know when they have compared their arrivals.
  struct Compared {
    algorithms::Nodes nodes;
    profile::ClockCorrection clock;
    Splits splits;
  };
  /// Collective: none on all ranks where one of them has no memory.
  [[nodiscard]] std::optional<Compared> compared(std::uint64_t node, MPI_Comm world,
                                                 const Native& native, Reserve& reserve) const;
  [[nodiscard]] std::vector<std::shared_ptr<Observed>> in_common_order() const;
  [[nodiscard]] profile::Profile header(profile::Nanoseconds end) const;
  [[nodiscard]] profile::Profile own_part(const Splits& splits, profile::Nanoseconds end) const;

  /// Looked at in each call, and so outside the process's state, which is found by a call.
  inline static constinit std::atomic<bool> is_on_ = true;
  std::atomic<bool> is_native_ = false;  ///< ALLFOLD_MODE
  std::atomic<std::uint64_t> communicators_ = 0;
  std::atomic<bool> has_all_ranks_ = false;
  std::atomic<bool> knows_clock_ = false;
  mutable std::mutex mutex_;
  profile::ClockOffset start_;
  /// Alive, or compared at the end.
  std::vector<std::shared_ptr<Observed>> observed_;
  profile::Profile ended_;  ///< communicators that are not
  std::map<profile::CommunicatorKind, std::unique_ptr<profile::Observations>> alone_;
};

}  // namespace allfold::mpi
