#include "algorithms/link_sharing.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <numeric>
#include <utility>
#include <vector>

#include "cost/routes.hpp"
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

/// A sampled rank, which stands for others that share its links.
struct Sharer {
  int rank;
  SharedLinks::Weight weight;
};

/// The ranks of a group by its nodes, in order.
using Group = std::vector<std::vector<int>>;

/// The groups that are sampled: the first, the middle and the last full one, as ranks do much the
/// same in all groups. (Without groups each switch is a group, without switches each node; a torus
/// is one group.)
std::vector<Group> telling_groups(const std::vector<int>& nodes, const cost::CostModel& model) {
  const int last_node = std::ranges::max(nodes);
  const int size = model.groups.are_known()     ? static_cast<int>(model.groups.nodes)
                   : model.switches.are_known() ? static_cast<int>(model.switches.nodes)
                   : model.torus.is_known()     ? last_node + 1
                                                : 1;
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

/// `wanted` numbers below `count`, or somewhat fewer, spread evenly, beginning in the middle:
/// numbers at the ends have neighbours in other groups. The numbers are not equidistant, because
/// ranks that exchange in a round are.
std::vector<std::size_t> spread(std::size_t count, std::size_t wanted) {
  std::vector<std::size_t> some;
  if (wanted >= count) {
    some.resize(count);
    std::iota(some.begin(), some.end(), std::size_t{0});
    return some;
  }
  constexpr std::uint32_t golden = 0x9E3779B9;
  std::uint32_t place = std::uint32_t{1} << 31;
  some.reserve(wanted);
  for (std::size_t i = 0; i < wanted; ++i, place += golden)
    some.push_back(place * std::uint64_t{count} >> 32);
  std::ranges::sort(some);
  some.erase(std::unique(some.begin(), some.end()), some.end());
  return some;
}

/// How many ranks the sampled ranks stand for.
struct Portion {
  std::size_t ranks = 0;
  std::size_t looked_at = 0;

  [[nodiscard]] double weight() const {
    return static_cast<double>(ranks) / static_cast<double>(looked_at);
  }
};

/// A sample of the nodes of a group, at least one: all nodes of some switches, since often only a
/// few nodes of a switch send to others; or some nodes of a larger switch.
std::vector<std::size_t> some_nodes(std::size_t count, std::size_t wanted, std::size_t per_switch) {
  const std::size_t switches = (count - 1) / per_switch + 1;
  const std::size_t whole = std::max<std::size_t>(wanted / per_switch, 1);
  std::vector<std::size_t> nodes;
  for (const std::size_t number : spread(switches, whole)) {
    const std::size_t first = number * per_switch;
    for (const std::size_t node :
         spread(std::min(per_switch, count - first), std::max<std::size_t>(wanted, 1)))
      nodes.push_back(first + node);
  }
  return nodes;
}

/// A sample of about `wanted` ranks of a group, at least one: some of its nodes with all of their
/// ranks, or some ranks of a node with more.
std::vector<Sharer> some_of(const Group& group, std::size_t wanted, const cost::CostModel& model) {
  Portion of_group;
  for (const std::vector<int>& node : group) of_group.ranks += node.size();
  const std::size_t nodes = wanted * group.size() / std::max<std::size_t>(of_group.ranks, 1);
  const std::size_t nodes_per_switch =
      model.switches.are_known() ? static_cast<std::size_t>(model.switches.nodes) : group.size();
  std::vector<Portion> of_switches((group.size() - 1) / nodes_per_switch + 1);
  for (std::size_t node = 0; node < group.size(); ++node)
    of_switches[node / nodes_per_switch].ranks += group[node].size();
  const std::vector<std::size_t> some = some_nodes(group.size(), nodes, nodes_per_switch);
  const auto some_on = [&](std::size_t node) {
    return spread(group[node].size(), std::max<std::size_t>(wanted, 1));
  };
  for (const std::size_t node : some) {
    const std::size_t looked_at = some_on(node).size();
    of_group.looked_at += looked_at;
    of_switches[node / nodes_per_switch].looked_at += looked_at;
  }
  std::vector<Sharer> sharers;
  sharers.reserve(of_group.looked_at);
  for (const std::size_t node : some) {
    const std::vector<std::size_t> places = some_on(node);
    if (places.empty()) continue;
    const SharedLinks::Weight weight{
        .on_node = Portion{.ranks = group[node].size(), .looked_at = places.size()}.weight(),
        .at_switch = of_switches[node / nodes_per_switch].weight(),
        .in_group = of_group.weight()};
    for (const std::size_t place : places)
      sharers.push_back({.rank = group[node][place], .weight = weight});
  }
  return sharers;
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
  std::vector<Group> groups = telling_groups(nodes, model);
  const std::size_t ranks = most_ends / ends_of(kernel, task);
  if (ranks == 0) groups = {groups[groups.size() / 2]};
  std::vector<Told> told;
  told.reserve(most_ends + most_ends / 8);
  for (const Group& group : groups) {
    for (const auto& [rank, weight_of_others] : some_of(group, ranks / groups.size(), model)) {
      task.rank = rank;
      // The root does what no other rank does, and stands for itself only.
      const bool is_root = task.collective == Collective::reduce && rank == task.root;
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

double vectors_on_busiest_link(const Kernel& kernel, Task task) {
  constexpr std::size_t enough = 4;
  task.root = task.ranks / 2;
  std::vector<int> senders;
  double most = 0;
  const auto look_at = [&](int rank, const auto& see_sender) {
    task.rank = rank;
    double in = 0;
    double out = 0;
    for_each_message(kernel, task, [&](const SharedLinks::End& end, double share) {
      (end.way == SharedLinks::Way::in ? in : out) += share;
      if (end.way == SharedLinks::Way::in) see_sender(end.peer);
    });
    most = std::max({most, in, out});
  };
  look_at(task.root, [&](int sender) { senders.push_back(sender); });
  // Those that send last have the largest parts below.
  for (std::size_t i = 0; i < std::min(enough, senders.size()); ++i)
    look_at(senders[senders.size() - 1 - i], [](int /*sender*/) {});
  return most;
}

double links_of_mean_message(const Kernel& kernel, Task task, const cost::CostModel& model) {
  constexpr std::size_t enough = 12;
  const cost::Routes routes(model);
  struct Round {
    double links = 0;
    double messages = 0;
  };
  std::map<std::int32_t, Round> rounds;
  const std::vector<int> nodes = nodes_of(task, model);
  const auto node_of = [&](int rank) {
    return static_cast<std::uint32_t>(nodes[static_cast<std::size_t>(rank)]);
  };
  for (const std::size_t rank : spread(nodes.size(), enough)) {
    task.rank = static_cast<int>(rank);
    for_each_message(kernel, task, [&](const SharedLinks::End& end, double /*share*/) {
      Round& round = rounds[end.round];
      round.links += routes.links_between(node_of(end.rank), node_of(end.peer));
      ++round.messages;
    });
  }
  double sum = 0;
  for (const auto& [number, round] : rounds) sum += round.links / round.messages;
  return rounds.empty() ? routes.fewest_links() : sum / static_cast<double>(rounds.size());
}

}  // namespace allfold::algorithms
