#include "algorithms/link_sharing.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "algorithms/rank_sample.hpp"
#include "cost/shared_links.hpp"

namespace allfold::algorithms {

namespace {

using cost::SharedLinks;

std::vector<int> nodes_of(const Task& task, const cost::CostModel& model) {
  std::vector<int> nodes;
  nodes.reserve(static_cast<std::size_t>(task.ranks));
  for (int rank = 0; rank < task.ranks; ++rank)
    nodes.push_back(task.nodes.are_known() ? task.nodes.node_of(rank)
                                           : rank / model.ranks_per_node);
  return nodes;
}

/// Calls visit(end, share) for each message of a rank; `share` is the message's share of the
/// vector.
template <class Visit>
void for_each_message(const Kernel& kernel, const Task& task, Visit visit) {
  const Plan plan = kernel.generate(task);
  std::int32_t round = 0;
  for (const Stage& stage : plan.stages) {
    const double block = static_cast<double>(stage.slice.size()) /
                         static_cast<double>(stage.schedule.blocks * plan.blocks);
    const auto tell = [&](SharedLinks::Direction direction, const auto& message) {
      const int peer =
          stage.group.empty() ? message.peer : stage.group[static_cast<std::size_t>(message.peer)];
      visit(
          SharedLinks::End{.direction = direction, .rank = task.rank, .peer = peer, .round = round},
          block * static_cast<double>(message.blocks.size() * message.vectors));
    };
    for (const Round& each : stage.schedule.rounds) {
      for (const Send& send : each.sends) tell(SharedLinks::Direction::out, send);
      for (const Receive& receive : each.receives) tell(SharedLinks::Direction::in, receive);
      ++round;
    }
  }
}

/// One end of a message, and the message's share of the vector.
struct Told {
  SharedLinks::End end;
  double share;
  SharedLinks::Weight weight;
};

/// The most ends of messages that are sampled for one candidate; this takes one or two
/// milliseconds.
constexpr std::size_t most_ends = std::size_t{1} << 15;

/// The number of ends of messages of the task's rank, at least one.
std::size_t ends_of(const Kernel& kernel, const Task& task) {
  std::size_t ends = 0;
  for_each_message(kernel, task, [&](const SharedLinks::End&, double) { ++ends; });
  return std::max<std::size_t>(ends, 1);
}

/// The ends of messages of the sampled ranks, rank by rank, in the order of rounds.
std::vector<Told> told_by_some(const Kernel& kernel, Task task, const std::vector<int>& nodes,
                               const cost::CostModel& model) {
  std::vector<RanksByNode> groups = telling_groups(nodes, model);
  const std::size_t ranks = most_ends / ends_of(kernel, task);
  if (ranks == 0) groups = {groups[groups.size() / 2]};
  std::vector<Told> told;
  told.reserve(most_ends + most_ends / 8);
  for (const RanksByNode& group : groups) {
    for (const auto& [rank, weight_of_others] : sample_of(group, ranks / groups.size(), model)) {
      task.rank = rank;
      // The root does what no other rank does, and stands for itself only.
      const bool is_root = has_root(task.collective) && rank == task.root;
      const SharedLinks::Weight weight = is_root ? SharedLinks::Weight{} : weight_of_others;
      for_each_message(kernel, task, [&](const SharedLinks::End& end, double share) {
        told.push_back({.end = end, .share = share, .weight = weight});
      });
    }
  }
  return told;
}

/// Adds up, over all rounds, the loss of the rank and the direction that lose the most.
class Losses {
 public:
  void add(const SharedLinks::End& end, double seconds) {
    if (end.rank != rank_) start(end.rank);
    const auto round = static_cast<std::size_t>(end.round);
    std::vector<double>& own = end.direction == SharedLinks::Direction::out ? out_ : in_;
    if (own.size() <= round) own.resize(round + 1);
    if (most_.size() <= round) most_.resize(round + 1);
    own[round] += seconds;
    most_[round] = std::max(most_[round], own[round]);
  }
  [[nodiscard]] double sum() const {
    double sum = 0;
    for (const double most : most_) sum += most;
    return sum;
  }

 private:
  void start(int rank) {
    rank_ = rank;
    out_.clear();
    in_.clear();
  }

  int rank_ = -1;
  std::vector<double> out_, in_;  // of that rank, by round
  std::vector<double> most_;
};

}  // namespace

double seconds_a_byte_of_sharing(const Kernel& kernel, Task task, const cost::CostModel& model) {
  if (!model.has_shared_links() || kernel.carrier == Carrier::shared_memory) return 0;
  if (has_root(task.collective)) task.root = task.ranks / 2;
  std::vector<int> nodes = nodes_of(task, model);
  const std::vector<Told> told = told_by_some(kernel, task, nodes, model);
  SharedLinks shared(model, std::move(nodes));
  for (const Told& each : told) shared.add(each.end, each.weight);
  Losses losses;
  for (const Told& each : told)
    losses.add(each.end,
               each.share * (cost::beta_of(shared.sharers_of(each.end), model) - model.link.beta));
  return losses.sum();
}

double vectors_on_busiest_link(const Kernel& kernel, Task task) {
  constexpr std::size_t enough = 4;
  task.root = task.ranks / 2;
  // The root comes first, then those that send to it.
  std::vector<int> ranks{task.root};
  double most = 0;
  for (std::size_t i = 0; i < ranks.size(); ++i) {
    task.rank = ranks[i];
    double in = 0;
    double out = 0;
    for_each_message(kernel, task, [&](const SharedLinks::End& end, double share) {
      (end.direction == SharedLinks::Direction::in ? in : out) += share;
      if (i == 0 && end.direction == SharedLinks::Direction::in) ranks.push_back(end.peer);
    });
    most = std::max({most, in, out});
    // Those that send last have the largest parts below.
    if (i == 0 && ranks.size() > enough + 1)
      ranks.erase(ranks.begin() + 1, ranks.end() - static_cast<std::ptrdiff_t>(enough));
  }
  return most;
}

}  // namespace allfold::algorithms
