#include "command/explain/node.hpp"

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "command/sizes.hpp"
#include "command/usage_error.hpp"
#include "mpi/seats.hpp"
#include "mpi/way_name.hpp"
#include "node/slot.hpp"
#include "node/way_trials.hpp"
#include "text/format.hpp"

namespace allfold::command::explain {

namespace {

/// Ranks that sit as this process does; if it is bound, each on processors of its own.
std::vector<mpi::Seat> seats_of(int ranks) {
  std::vector<mpi::Seat> seats(static_cast<std::size_t>(ranks), mpi::own_seat());
  std::uint32_t set = 0;
  for (mpi::Seat& seat : seats)
    if (seat.processors.count < seat.of_group.count) seat.processors.set = set++;
  return seats;
}

struct Group {
  std::vector<mpi::Seat> seats;
  std::unique_ptr<node::Slot> slot = std::make_unique<node::Slot>();  ///< all ranks' own
  node::Team team;

  explicit Group(int ranks)
      : seats(seats_of(ranks)),
        team(std::vector<node::Slot*>(seats.size(), slot.get()), 0, mpi::tree_f(ranks),
             mpi::topology_of(seats), node::Waiting([] {}, are_crowded())) {}

  [[nodiscard]] bool are_crowded() const { return mpi::are_crowded(seats, mpi::ranks_of_job()); }
};

class Table {
 public:
  void add(std::string_view subject, std::string_view text) {
    text_ += text::format("{:<16}  {}\n", subject, text);
  }
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  std::string text_;
};

/// "whole, from 256 KiB on sliced"
std::string first_ways(int root, const node::Team& team) {
  std::string ways;
  std::string_view latest;
  constexpr std::int64_t most = std::int64_t{1} << 30;
  for (std::int64_t bytes = node::Slot::most_short_bytes; bytes <= most; bytes *= 2) {
    const std::string_view way = mpi::name_of(
        node::first_way(node::class_of(root, bytes), node::Elements::Kind::plain, team));
    if (latest.empty())
      ways = way;
    else if (way != latest)
      ways += text::format(", from {} on {}", readable_bytes(bytes), way);
    latest = way;
  }
  return ways;
}

std::string clusters_of(const node::Team& team) {
  if (team.is_flat()) return "each rank looks at all others";
  std::string sizes;
  for (int level = 0; level < team.levels(); ++level) {
    const node::Cluster& cluster = team.cluster(level);
    sizes += text::format("{}{}", level == 0 ? "" : ", then ", cluster.last - cluster.first);
  }
  return text::format("clusters of {} ranks, whose leaders look at each other", sizes);
}

void add_system(const mpi::Seat& seat, Table& table) {
  table.add("processors", text::format("{} for this process, {} for its control group",
                                       seat.processors.count, seat.of_group.count));
  table.add("cache", seat.cache.bytes == 0
                         ? std::string("unknown: taken as small, and not shared")
                         : text::format("{}, shared by {} processors",
                                        readable_bytes(seat.cache.bytes), seat.cache.processors));
  table.add("NUMA node", text::format("{} processors", seat.numa_processors));
}

void add_consequences(const Group& group, Table& table) {
  table.add("waiting", group.are_crowded()
                           ? "more ranks than processors: who waits yields at once"
                           : "a processor for each rank: who waits yields after 200 µs");
  table.add("", clusters_of(group.team));
  constexpr std::int64_t most_short = node::Slot::most_short_bytes;
  table.add("short vectors", text::format("up to {}: written to shared memory, read by all",
                                          readable_bytes(most_short)));
  table.add("long vectors",
            text::format("pieces of {} KiB, {} at a time",
                         mpi::lengths_of(group.seats).piece_bytes >> 10, node::Area::cycles));
  table.add("- allreduce", "first " + first_ways(node::everyone, group.team));
  table.add("- reduce", "first " + first_ways(0, group.team));
  table.add("", "then as the first calls find out");
  table.add("memory of a rank",
            text::format("{} KiB for each communicator, {} KiB for each thread in a long call",
                         sizeof(node::Slot) >> 10, sizeof(node::Area) >> 10));
}

}  // namespace

std::string text_of_node(int ranks) {
  if (ranks < 2) throw UsageError("--node: one rank shares no memory: expected -p 2 or more");
  const Group group(ranks);
  Table table;
  add_system(group.seats.front(), table);
  add_consequences(group, table);
  return text::format("{} ranks on this node, which run as this process does\n{}", ranks,
                      table.text());
}

}  // namespace allfold::command::explain
