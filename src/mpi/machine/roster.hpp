/// @file Roster: which processes a communicator has, in which order, and what follows from that.
///
/// Programs often make communicators of the same processes, for each solver or step. Where these
/// processes run, and the choices for them, are found once and reused.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "algorithms/placement.hpp"
#include "mpi/machine/locations.hpp"
#include "mpi/memory/lru_cache.hpp"
#include "mpi/memory/lru_list.hpp"
#include "mpi/user/settings.hpp"
#include "schedule/schedule.hpp"
#include "select/candidates.hpp"
#include "select/choice.hpp"
#include "select/knowledge.hpp"

namespace allfold::mpi::machine {

/// A cache of some thousand choices. Thread-safe.
class Choices {
 public:
  /// The result of select::choose(), which is called if the result is not cached.
  [[nodiscard]] select::Choice get(const select::Problem& problem,
                                   const select::Configuration& configuration,
                                   const select::Knowledge& knowledge,
                                   select::CandidateCache& candidates);

 private:
  static constexpr std::size_t most_bytes = std::size_t{2} << 20;
  struct Hash {
    std::size_t operator()(const select::Problem& problem) const;
  };

  std::mutex mutex_;
  memory::LruCache<select::Problem, select::Choice, Hash> made_{most_bytes};
};

struct Roster {
  /// Channels::own_process(), by rank.
  std::vector<std::uint64_t> processes;
  std::shared_ptr<const user::Settings> settings;  ///< of this rank; equal on all ranks
  std::shared_ptr<const rules::Rules> rules;
  select::Network network = {};  ///< from the records of this communicator's ranks

  select::Knowledge knowledge = {};
  std::int64_t segment_bytes = 0;  ///< maximum of a segment; 0: messages are not segmented
  algorithms::Nodes nodes = {};    ///< which ranks share a node
  int node_rows = 0;               ///< select::rows_of_nodes()
  /// Of the ranks on this rank's node; empty if it is alone there.
  std::optional<NodeProperties> node_properties = std::nullopt;
  std::unique_ptr<Choices> choices = std::make_unique<Choices>();
};

/// The rosters of the most recently set up communicators. Thread-safe.
class Rosters {
 public:
  /// The roster for which is_wanted() returns true; null if there is none.
  template <class Predicate>
  [[nodiscard]] std::shared_ptr<const Roster> find(Predicate is_wanted) {
    const std::lock_guard lock(mutex_);
    const auto* found =
        latest_.find([&](const std::shared_ptr<const Roster>& each) { return is_wanted(*each); });
    return found != nullptr ? *found : nullptr;
  }
  void keep(std::shared_ptr<const Roster> roster);

 private:
  std::mutex mutex_;
  memory::LruList<std::shared_ptr<const Roster>, 8> latest_;
};

}  // namespace allfold::mpi::machine
