#include "algorithms/link_sharing.hpp"

#include <algorithm>
#include <vector>

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

/// The ranks that share links with each other: those of a group, or of a node where there are none.
std::vector<std::vector<int>> sharing_ranks(const std::vector<int>& nodes,
                                            const cost::CostModel& model) {
  const int size = model.has_groups() ? static_cast<int>(model.nodes_per_group) : 1;
  std::vector<std::vector<int>> groups;
  for (std::size_t rank = 0; rank < nodes.size(); ++rank) {
    const auto group = static_cast<std::size_t>(nodes[rank] / size);
    if (groups.size() <= group) groups.resize(group + 1);
    groups[group].push_back(static_cast<int>(rank));
  }
  return groups;
}

/// Ranks do much the same in all of them: the first, one amid and the last that is full, if that is
/// not too much.
std::vector<std::vector<int>> telling(std::vector<std::vector<int>> groups) {
  constexpr std::size_t most_ranks = 512;
  if (groups.size() > 3 && groups.back().size() < groups.front().size()) groups.pop_back();
  if (groups.size() <= 3) return groups;
  const std::size_t middle = groups.size() / 2;
  if (3 * groups[middle].size() > most_ranks) return {groups[middle]};
  return {groups.front(), groups[middle], groups.back()};
}

/// Calls visit(end, share) for each message of a rank; `share` is that of the vector.
template <class Visit>
void for_each_message(const Kernel& kernel, const Task& task, Visit visit) {
  const Plan plan = kernel.generate(task);
  std::int32_t round = 0;
  for (const Stage& stage : plan.stages) {
    const double block = static_cast<double>(stage.slice.size()) /
                         static_cast<double>(stage.schedule.blocks * plan.blocks);
    const auto tell = [&](SharedLinks::Way way, const auto& message) {
      const int peer =
          stage.group.empty() ? message.peer : stage.group[static_cast<std::size_t>(message.peer)];
      visit(SharedLinks::End{.way = way, .rank = task.rank, .peer = peer, .round = round},
            block * static_cast<double>(message.blocks.size() * message.vectors));
    };
    for (const Round& each : stage.schedule.rounds) {
      for (const Send& send : each.sends) tell(SharedLinks::Way::out, send);
      for (const Receive& receive : each.receives) tell(SharedLinks::Way::in, receive);
      ++round;
    }
  }
}

/// Of each round the rank, and the way, that loses most.
class Losses {
 public:
  void add(const SharedLinks::End& end, double seconds) {
    if (end.rank != rank_) start(end.rank);
    const auto round = static_cast<std::size_t>(end.round);
    std::vector<double>& own = end.way == SharedLinks::Way::out ? out_ : in_;
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
  if (task.collective == Collective::reduce) task.root = task.ranks / 2;
  const std::vector<int> nodes = nodes_of(task, model);
  SharedLinks shared(model, nodes);
  Losses losses;
  const auto groups = telling(sharing_ranks(nodes, model));
  const auto visit_all = [&](auto visit) {
    for (const std::vector<int>& ranks : groups)
      for (const int rank : ranks) {
        task.rank = rank;
        for_each_message(kernel, task, visit);
      }
  };
  visit_all([&](const SharedLinks::End& end, double) { shared.add(end); });
  visit_all([&](const SharedLinks::End& end, double share) {
    losses.add(end, share * (shared.beta(end, model) - model.link.beta));
  });
  return losses.sum();
}

}  // namespace allfold::algorithms
