#include "algorithms/link_sharing.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
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

/// Ranks that share links with each other, or some of them.
struct Sharers {
  std::vector<int> ranks;
  double stand_for = 1;  ///< so many each
};

/// Those of a group, or of a node where there are none: in order, by nodes.
std::vector<std::vector<std::vector<int>>> groups_of(const std::vector<int>& nodes,
                                                     const cost::CostModel& model) {
  const int size = model.has_groups() ? static_cast<int>(model.nodes_per_group) : 1;
  std::vector<std::vector<std::vector<int>>> groups;
  for (std::size_t rank = 0; rank < nodes.size(); ++rank) {
    const auto group = static_cast<std::size_t>(nodes[rank] / size);
    const auto place = static_cast<std::size_t>(nodes[rank] % size);
    if (groups.size() <= group) groups.resize(group + 1);
    if (groups[group].size() <= place) groups[group].resize(place + 1);
    groups[group][place].push_back(static_cast<int>(rank));
  }
  return groups;
}

/// Numbers below `count`, `wanted` of them or somewhat fewer, spread evenly: but not by equal steps,
/// since rounds have steps, too.
std::vector<std::size_t> spread(std::size_t count, std::size_t wanted) {
  std::vector<std::size_t> some;
  if (wanted >= count) {
    some.resize(count);
    std::iota(some.begin(), some.end(), std::size_t{0});
    return some;
  }
  constexpr std::uint32_t golden = 0x9E3779B9;
  std::uint32_t place = 0;
  some.reserve(wanted);
  for (std::size_t i = 0; i < wanted; ++i, place += golden)
    some.push_back(place * std::uint64_t{count} >> 32);
  std::ranges::sort(some);
  some.erase(std::unique(some.begin(), some.end()), some.end());
  return some;
}

/// Some of a group's nodes, with all of their ranks: about so many ranks.
Sharers some_of(const std::vector<std::vector<int>>& group, std::size_t wanted) {
  std::size_t ranks = 0;
  for (const std::vector<int>& node : group) ranks += node.size();
  const std::size_t nodes = wanted * group.size() / std::max<std::size_t>(ranks, 1);
  Sharers sharers;
  for (const std::size_t node : spread(group.size(), std::max<std::size_t>(nodes, 1)))
    sharers.ranks.insert(sharers.ranks.end(), group[node].begin(), group[node].end());
  if (!sharers.ranks.empty())
    sharers.stand_for = static_cast<double>(ranks) / static_cast<double>(sharers.ranks.size());
  return sharers;
}

/// Ranks do much the same in all groups: those of the first, of one amid and of the last that is full
/// tell what happens in all; of large groups some do.
std::vector<Sharers> telling(std::vector<std::vector<std::vector<int>>> groups,
                             std::size_t most_ranks) {
  if (groups.size() > 3) {
    if (groups.back().size() < groups.front().size()) groups.pop_back();
    groups = {groups.front(), groups[groups.size() / 2], groups.back()};
  }
  std::vector<Sharers> some;
  some.reserve(groups.size());
  for (const auto& group : groups) some.push_back(some_of(group, most_ranks / groups.size()));
  return some;
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

/// Rounds of a rank's plan, one at least.
std::size_t rounds_of(const Kernel& kernel, const Task& task) {
  std::size_t rounds = 1;
  for (const Stage& stage : kernel.generate(task).stages) rounds += stage.schedule.rounds.size();
  return rounds;
}

/// Of all ranks that are looked at, of a candidate: some milliseconds.
constexpr std::size_t most_rounds = std::size_t{1} << 15;

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
  const auto groups = telling(groups_of(nodes, model), most_rounds / rounds_of(kernel, task));
  const auto visit_all = [&](auto visit) {
    for (const Sharers& sharers : groups)
      for (const int rank : sharers.ranks) {
        task.rank = rank;
        for_each_message(kernel, task, [&](const SharedLinks::End& end, double share) {
          visit(end, share, sharers.stand_for);
        });
      }
  };
  visit_all(
      [&](const SharedLinks::End& end, double, double stands_for) { shared.add(end, stands_for); });
  visit_all([&](const SharedLinks::End& end, double share, double) {
    losses.add(end, share * (shared.beta(end, model) - model.link.beta));
  });
  return losses.sum();
}

}  // namespace allfold::algorithms
