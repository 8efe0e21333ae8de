#include "command/explain/node.hpp"

#include <cstdint>
#include <string_view>

#include "command/node_team.hpp"
#include "command/sizes.hpp"
#include "command/usage_error.hpp"
#include "mpi/setup/first_ways.hpp"
#include "mpi/setup/way_name.hpp"
#include "system/copy.hpp"
#include "text/format.hpp"

namespace allfold::command::explain {

namespace {

class Table {
 public:
  void add(std::string_view subject, std::string_view text) {
    text_ += text::format("{:<16}  {}\n", subject, text);
  }
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  std::string text_;
};

/// For example "whole (default), from 256 KiB on sliced (rules)".
std::string first_ways(int root, const node::Team& team, const node::FirstWays& known) {
  std::string ways;
  std::string latest;
  constexpr std::int64_t most = std::int64_t{1} << 30;
  for (std::int64_t bytes = node::Slot::most_short_bytes; bytes <= most; bytes *= 2) {
    const node::FirstWay first =
        node::first_way(node::class_of(root, bytes), node::Elements::Kind::plain, team, known,
                        node::Reading::possible);
    const std::string way =
        text::format("{} ({})", mpi::setup::name_of(first.way), mpi::setup::source_of(first));
    if (latest.empty())
      ways = way;
    else if (way != latest)
      ways += text::format(", from {} on {}", readable_bytes(bytes), way);
    latest = way;
  }
  return ways;
}

std::string clusters_of(const node::Team& team) {
  if (team.is_flat()) return "each rank polls all others";
  std::string sizes;
  for (int level = 0; level < team.levels(); ++level) {
    const node::Cluster& cluster = team.cluster(level);
    sizes += text::format("{}{}", level == 0 ? "" : ", then ", cluster.last - cluster.first);
  }
  return text::format("clusters of {} ranks, whose leaders poll each other", sizes);
}

void add_system(const mpi::machine::Seat& seat, Table& table) {
  table.add("processors", text::format("{} for this process, {} for its control group",
                                       seat.processors.count, seat.of_group.count));
  table.add("cache", seat.cache.bytes == 0
                         ? std::string("unknown: assumed to be small and private")
                         : text::format("{}, shared by {} cores", readable_bytes(seat.cache.bytes),
                                        seat.cache.cores));
  table.add("NUMA node", text::format("{} cores", seat.numa_cores));
}

/// How long vectors are copied.
std::string_view text_of(const system::LongCopies& copies) {
  using enum system::LongCopy;
  if (copies.ahead != copies.behind)
    return "at once or in pieces of 2 KiB, depending on their addresses";
  return copies.ahead == at_once ? "at once" : "in pieces of 2 KiB";
}

void add_consequences(const NodeTeam& group, const rules::Rules& rules, Table& table) {
  table.add("waiting", group.are_crowded()
                           ? "more ranks than processors: waiting ranks yield at once"
                           : "one processor for each rank: waiting ranks yield after 200 µs, or at "
                             "once to a rank on the same processor");
  table.add("", clusters_of(group.team()));
  constexpr std::int64_t most_short = node::Slot::most_short_bytes;
  table.add("short vectors",
            text::format("up to {}: copied to shared memory, read by the ranks that get the result",
                         readable_bytes(most_short)));
  table.add("long vectors", text::format("pieces of {} KiB, {} at a time",
                                         mpi::machine::lengths_of(group.seats()).piece_bytes >> 10,
                                         node::Area::cycles));
  const node::FirstWays known = mpi::setup::first_ways_of(
      rules, {.ranks = group.team().ranks(), .ranks_on_node = group.team().ranks()});
  table.add("- allreduce", "first " + first_ways(node::everyone, group.team(), known));
  table.add("- reduce", "first " + first_ways(0, group.team(), known));
  table.add("", "later: the fastest way in trials");
  table.add("copies", text_of(system::long_copies()));
  table.add("memory of a rank",
            text::format("{} KiB for each communicator, {} KiB for each thread in a long call",
                         sizeof(node::Slot) >> 10, sizeof(node::Area) >> 10));
}

}  // namespace

std::string text_of_node(int ranks, const rules::Rules& rules) {
  if (ranks < 2) throw UsageError("--node: one rank: expected 2 or more; use -p 2 or more");
  const NodeTeam group(ranks);
  Table table;
  add_system(group.seats().front(), table);
  add_consequences(group, rules, table);
  return text::format("{} ranks on this node, with the processors and limits of this process\n{}",
                      ranks, table.text());
}

}  // namespace allfold::command::explain
