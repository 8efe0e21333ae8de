#include "command/explain/node.hpp"

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "command/node_team.hpp"
#include "command/sizes.hpp"
#include "command/usage_error.hpp"
#include "mpi/setup/first_ways.hpp"
#include "mpi/setup/wanted.hpp"
#include "mpi/setup/way_name.hpp"
#include "node/short_call.hpp"
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
std::string first_ways(schedule::Collective collective, const node::Team& team,
                       const node::FirstWays& known) {
  std::string ways;
  std::string latest;
  constexpr std::int64_t most = std::int64_t{1} << 30;
  for (std::int64_t bytes = node::Slot::most_short_bytes; bytes <= most; bytes *= 2) {
    const node::FirstWay first = node::first_way(
        node::class_of(mpi::setup::usually_wanted_in(collective, team.ranks(), bytes), bytes),
        node::Elements::Kind::plain, team, known, node::Reading::possible);
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

/// For example "0-7", or "0,2,...,14".
std::string text_of(std::span<const int> ranks) {
  if (ranks.size() == 1) return std::to_string(ranks.front());
  const int step = ranks[1] - ranks[0];
  const bool is_regular = std::ranges::adjacent_find(
                              ranks, [step](int a, int b) { return b - a != step; }) == ranks.end();
  if (is_regular && step == 1) return text::format("{}-{}", ranks.front(), ranks.back());
  if (is_regular && ranks.size() > 3)
    return text::format("{},{},...,{}", ranks[0], ranks[1], ranks.back());
  std::string list = std::to_string(ranks.front());
  for (const int rank : ranks.subspan(1)) list += ',' + std::to_string(rank);
  return list;
}

void add_clusters(const node::Hierarchy& hierarchy, Table& table) {
  if (hierarchy.levels.empty()) return table.add("", "each rank polls all others");
  constexpr std::size_t most_shown = 4;
  const auto ranks = static_cast<int>(hierarchy.ranks.size());
  std::string_view subject = "clusters";
  for (const node::Hierarchy::Level& level : hierarchy.levels) {
    std::string text = text::format("{}: ranks", level.starts.size());
    for (std::size_t cluster = 0; cluster < level.starts.size(); ++cluster) {
      if (cluster == most_shown && level.starts.size() > most_shown + 1) {
        text += " ...";
        break;
      }
      const auto first = static_cast<std::size_t>(level.starts[cluster]);
      const auto last = static_cast<std::size_t>(level.end(cluster, ranks));
      text += ' ' + text_of(std::span(hierarchy.ranks).subspan(first, last - first));
    }
    if (level.use == node::Hierarchy::Use::long_vectors) text += " (for long vectors)";
    table.add(std::exchange(subject, ""), text);
  }
  table.add("", "ranks poll their leaders, and leaders each other");
}

void add_system(const mpi::machine::Location& location, Table& table) {
  table.add("processors", text::format("{} for this process, {} for its control group",
                                       location.processors.count, location.of_group.count));
  table.add("cache",
            location.cache.bytes == 0
                ? std::string("unknown: assumed to be small and private")
                : text::format("{}, shared by {} cores", readable_bytes(location.cache.bytes),
                               location.cache.cores));
  table.add("NUMA node", text::format("{} cores", location.numa_node.cores));
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
  add_clusters(group.hierarchy(), table);
  const std::int64_t most_short = node::ShortCall::most_bytes(group.team());
  table.add("short vectors",
            text::format("up to {}: copied to shared memory, read by the ranks that get the result",
                         readable_bytes(most_short)));
  table.add("long vectors",
            text::format("pieces of {} KiB, {} at a time",
                         mpi::machine::lengths_of(group.locations()).piece_bytes >> 10,
                         node::Area::cycles));
  const node::FirstWays known = mpi::setup::first_ways_of(
      rules, {.ranks = group.team().ranks(), .ranks_on_node = group.team().ranks()});
  for (const schedule::CollectiveRow& row : schedule::collective_rows)
    table.add(text::format("- {}", row.name),
              "first " + first_ways(row.collective, group.team(), known));
  if (group.team().is_flat()) table.add("", "later: the fastest way in trials");
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
  add_system(mpi::machine::own_location(), table);
  add_consequences(group, rules, table);
  return text::format("{} ranks on this node, with the processors and limits of this process\n{}",
                      ranks, table.text());
}

}  // namespace allfold::command::explain
