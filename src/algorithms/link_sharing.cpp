#include "algorithms/link_sharing.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>
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
  SharedLinks::Weight weight = {};  ///< of each
};

/// The ranks of a group by its nodes, in order.
using Group = std::vector<std::vector<int>>;

/// Ranks do much the same in all groups: the first, one amid and the last that is full tell what happens
/// in all. (Where there are no groups, each node is one.)
std::vector<Group> telling_groups(const std::vector<int>& nodes, const cost::CostModel& model) {
  const int size = model.has_groups() ? static_cast<int>(model.nodes_per_group) : 1;
  const int last_node = std::ranges::max(nodes);
  int groups = last_node / size + 1;
  if (groups > 3 && last_node % size + 1 < size) --groups;
  std::vector<int> telling(static_cast<std::size_t>(std::min(groups, 3)));
  std::iota(telling.begin(), telling.end(), 0);
  if (groups > 3) telling = {0, groups / 2, groups - 1};
  std::vector<Group> all(telling.size(),
                         Group(static_cast<std::size_t>(std::min(size, last_node + 1))));
  for (std::size_t i = 0; i < all.size(); ++i) {
    const int first = telling[i] * size;
    for (std::size_t rank = 0; rank < nodes.size(); ++rank)
      if (nodes[rank] >= first && nodes[rank] < first + size)
        all[i][static_cast<std::size_t>(nodes[rank] - first)].push_back(static_cast<int>(rank));
    while (all[i].size() > 1 && all[i].back().empty()) all[i].pop_back();
  }
  return all;
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

/// Some of a group's nodes, with all of their ranks, or of a node of more than that some: about so many
/// ranks, at least one.
Sharers some_of(const Group& group, std::size_t wanted) {
  std::size_t ranks = 0;
  for (const std::vector<int>& node : group) ranks += node.size();
  const std::size_t nodes = wanted * group.size() / std::max<std::size_t>(ranks, 1);
  Sharers sharers;
  std::size_t on_nodes = 0;
  for (const std::size_t node : spread(group.size(), std::max<std::size_t>(nodes, 1))) {
    on_nodes += group[node].size();
    for (const std::size_t rank : spread(group[node].size(), std::max<std::size_t>(wanted, 1)))
      sharers.ranks.push_back(group[node][rank]);
  }
  if (sharers.ranks.empty()) return sharers;
  const auto looked_at = static_cast<double>(sharers.ranks.size());
  sharers.weight = {.in_group = static_cast<double>(ranks) / looked_at,
                    .on_node = static_cast<double>(on_nodes) / looked_at};
  return sharers;
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

/// One end of a message, with the part of the vector that it has.
struct Told {
  SharedLinks::End end;
  double share;
  SharedLinks::Weight weight;
};

/// Ends of the messages that are looked at, of a candidate: one or two milliseconds.
constexpr std::size_t most_ends = std::size_t{1} << 15;

/// What the rank of the task tells, at least one end.
std::size_t ends_of(const Kernel& kernel, const Task& task) {
  std::size_t ends = 0;
  for_each_message(kernel, task, [&](const SharedLinks::End&, double) { ++ends; });
  return std::max<std::size_t>(ends, 1);
}

/// What some ranks tell: one after the other, by rounds.
std::vector<Told> told_by_some(const Kernel& kernel, Task task, const std::vector<int>& nodes,
                               const cost::CostModel& model) {
  std::vector<Group> groups = telling_groups(nodes, model);
  const std::size_t ranks = most_ends / ends_of(kernel, task);
  if (ranks == 0) groups = {groups[groups.size() / 2]};
  std::vector<Told> told;
  told.reserve(most_ends + most_ends / 8);
  for (const Group& group : groups) {
    const Sharers sharers = some_of(group, ranks / groups.size());
    for (const int rank : sharers.ranks) {
      task.rank = rank;
      // The root is the only one that does what it does.
      const bool is_root = task.collective == Collective::reduce && rank == task.root;
      const SharedLinks::Weight weight = is_root ? SharedLinks::Weight{} : sharers.weight;
      for_each_message(kernel, task, [&](const SharedLinks::End& end, double share) {
        told.push_back({.end = end, .share = share, .weight = weight});
      });
    }
  }
  return told;
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

}  // namespace allfold::algorithms
