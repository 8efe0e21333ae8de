/// @file Roster: which processes a communicator has, in which order, and what follows from that.
///
/// Programs make communicators of the same processes again and again, for each solver or step.
/// Where these processes run, and what is best for them there, is found out for the first one.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "algorithms/placement.hpp"
#include "mpi/kept.hpp"
#include "mpi/latest.hpp"
#include "mpi/seats.hpp"
#include "mpi/settings.hpp"
#include "schedule/schedule.hpp"
#include "select/candidates.hpp"
#include "select/choice.hpp"
#include "select/knowledge.hpp"

namespace allfold::mpi {

/// The choices that were made, some thousands. May be used by several threads.
class Choices {
 public:
  /// What select::choose() says, which is asked if it has not been.
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
  Kept<select::Problem, select::Choice, Hash> made_{most_bytes};
};

struct Roster {
  /// By rank: Channels::own_process() of it.
  std::vector<std::uint64_t> processes;
  std::shared_ptr<const Settings> settings;  ///< this rank's, which are alike on all
  std::shared_ptr<const rules::Rules> rules;
  select::Network network = {};  ///< as the ranks have told it: MPI_COMM_WORLD's may leave it open

  select::Knowledge knowledge = {};
  std::int64_t segment_bytes = 0;  ///< the longest segment of a message; 0: none is cut
  algorithms::Nodes nodes = {};    ///< which ranks share a node
  int node_rows = 0;               ///< select::rows_of_nodes()
  /// Of the ranks on this rank's node; none: it is alone there.
  std::optional<Neighbourhood> neighbourhood = std::nullopt;
  std::unique_ptr<Choices> choices = std::make_unique<Choices>();
};

/// Those of the communicators that were set up last. May be used by several threads.
class Rosters {
 public:
  /// The one that `is_wanted` says yes to; null if it is not there.
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
  Latest<std::shared_ptr<const Roster>, 8> latest_;
};

}  // namespace allfold::mpi
