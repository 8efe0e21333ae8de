/// @file How the tuner finds the first ways of long vectors through shared memory.
#include <unistd.h>

#include <algorithm>
#include <utility>

#include "command/measure/implementation.hpp"
#include "command/node_team.hpp"
#include "command/tune/tuner.hpp"
#include "mpi/setup/wanted.hpp"
#include "mpi/setup/way_name.hpp"
#include "node/first_way.hpp"
#include "select/configuration.hpp"
#include "tuning/shares.hpp"

namespace allfold::command::tune {

namespace {

bool is_memory_shared() { return select::read_environment(environ).configuration.node != 0; }

}  // namespace

std::vector<rules::RuledKernel> Tuner::ways_at(const Point& point) const {
  const auto bytes = static_cast<std::int64_t>(bytes_of(point));
  constexpr std::int64_t most_short_bytes = node::Slot::most_short_bytes;
  if (bytes <= most_short_bytes || ranks_per_node(point.ranks) != point.ranks ||
      setup_.operation != rules::OperationClass::predefined || !is_memory_shared() ||
      notebook_->has_way(point))
    return {};
  const NodeTeam group(point.ranks);
  std::vector<rules::RuledKernel> ways;
  for (const algorithms::WayParameter way : algorithms::named_ways)
    if (node::is_worth_trying(
            *mpi::setup::way_of(way),
            node::class_of(mpi::setup::usually_wanted_in(point.collective, point.ranks, bytes),
                           bytes),
            group.team()))
      ways.push_back(rules::candidate_of(way));
  if (ways.size() == 1) ways.clear();
  return ways;
}

void Tuner::measure_all_ways() {
  const double now = measure::now();
  plan(pending_ways_, std::min(now + share_of_ways * setup_.budget, end_));
  visit_all(pending_ways_, &Tuner::measure_ways);
  needs_.clear();
}

void Tuner::measure_ways(const Point& point, CandidateTimer& timer) {
  if (!job_.leads()) {
    static_cast<void>(timer.measure(point, {}, {}, {}));
    return;
  }
  show(point, "ways of ");
  std::optional<rules::Measurement> measured =
      timer.measure(point, ways_at(point), effort_of(point), patience());
  needs_.erase(needs_.begin());
  if (!measured) return;
  notebook_->add_ways(*std::move(measured));
  ++done_;
}

}  // namespace allfold::command::tune
