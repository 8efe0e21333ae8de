/// @file Recorder: what this process records of its reductions, for ALLFOLD_STATS and
/// ALLFOLD_PROFILE.
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
#include "mpi/memory/reserve.hpp"
#include "mpi/native/native.hpp"
#include "mpi/record/gathering.hpp"
#include "mpi/record/observed_communicator.hpp"
#include "profile/clock.hpp"
#include "profile/profile.hpp"
#include "select/configuration.hpp"

namespace allfold::mpi::record {

/// Sends no messages while calls are made, and records a call without a lock. See
/// docs/reference/profile.md.
class Recorder {
 public:
  /// Follows ALLFOLD_STATS and ALLFOLD_PROFILE from now on.
  void follow(const select::Configuration& configuration);
  /// Whether calls may be recorded. Also true before the environment was read.
  [[nodiscard]] static bool is_on() { return is_on_.load(std::memory_order_relaxed); }
  /// What is recorded on communicators that are set up from now on, and on those without state.
  [[nodiscard]] Detail detail() const { return detail_.load(std::memory_order_relaxed); }

  /// Called when a communicator is being set up: makes what this rank will record of it; null if
  /// that is nothing. Local; throws std::bad_alloc.
  [[nodiscard]] std::shared_ptr<ObservedCommunicator> prepare(MPI_Comm comm);
  /// What this rank tells the others of its profile.
  [[nodiscard]] std::int64_t offer(const ObservedCommunicator* own) const;
  /// Called when the offers of all members are known. Local; throws std::bad_alloc, and may be
  /// repeated. If a member has no profile, the others each observe for themselves. Null if this
  /// rank records nothing.
  [[nodiscard]] static std::shared_ptr<ObservedCommunicator> agreed(
      std::shared_ptr<ObservedCommunicator> own, MPI_Comm comm,
      std::span<const std::int64_t> offers, std::uint64_t first_process,
      const algorithms::Nodes& nodes);
  /// Called when the set-up has succeeded on all ranks. Collective if the communicator has all
  /// ranks of the world, on several nodes: then the clocks of a profile are compared.
  void begin(const std::shared_ptr<ObservedCommunicator>& agreed, MPI_Comm comm,
             const algorithms::Nodes& nodes, const native::Native& native);
  /// Called when the communicator is freed.
  void end(const std::shared_ptr<ObservedCommunicator>& observed);

  /// Adds a call on a communicator whose ranks have not agreed on anything. Throws std::bad_alloc.
  void add_alone(MPI_Comm comm, const profile::Kind& kind, const profile::ObservedCall& call);

  /// What rank 0 has gathered. Empty: no report, or rank 0 has no memory for it.
  struct OfAllRanks {
    std::optional<profile::Profile> statistics = {};  ///< profile::statistics_of() each rank
    std::optional<profile::Profile> profile = {};
  };
  /// Collective over MPI_COMM_WORLD: gathers what the `reports` have of the two on rank 0, and
  /// nothing on others. If a rank has no memory, the others do not wait, and the sums are partial.
  [[nodiscard]] OfAllRanks gathered(const Gathering& reports, std::uint64_t node,
                                    const native::Native& native, memory::Reserve& reserve) const;
  /// The records of this rank alone. May be called at any time, in any thread.
  [[nodiscard]] profile::Profile own(std::string why_partial) const;

 private:
  using Splits = std::map<const ObservedCommunicator*, std::vector<profile::Split>>;
  /// What the ranks know after they have compared their arrivals.
  struct Compared {
    algorithms::Nodes nodes;
    profile::ClockCorrection clock;
    Splits splits;
  };
  /// Collective: empty on all ranks if one of them has no memory.
  [[nodiscard]] std::optional<Compared> compared(std::uint64_t node, MPI_Comm world,
                                                 const native::Native& native,
                                                 memory::Reserve& reserve) const;
  static void note_placement(profile::Profile& profile, const Compared& compared);
  [[nodiscard]] std::vector<std::shared_ptr<ObservedCommunicator>> in_common_order() const;
  [[nodiscard]] profile::Profile header(profile::Nanoseconds end) const;
  [[nodiscard]] profile::Profile own_part(const Splits& splits, profile::Nanoseconds end) const;

  /// Static, not part of the process's state, so that each call reads it without a function call.
  inline static constinit std::atomic<bool> is_on_ = true;
  std::atomic<Detail> detail_ = Detail::none;
  std::atomic<bool> is_native_ = false;  ///< from ALLFOLD_MODE
  std::atomic<std::uint64_t> communicators_ = 0;
  std::atomic<bool> knows_clock_ = false;
  mutable std::mutex mutex_;
  profile::ClockOffset start_;
  /// Existing communicators, and those whose arrivals are compared at the end.
  std::vector<std::shared_ptr<ObservedCommunicator>> observed_;
  profile::Profile others_;  ///< of all other communicators
};

}  // namespace allfold::mpi::record
