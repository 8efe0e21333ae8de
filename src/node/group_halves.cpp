// Part of Group: calls in halves, between which lanes reduce across nodes.
#include <algorithm>

#include "node/group.hpp"

namespace allfold::node {

void Group::prepare_lanes(int lanes) {
  if (!team_.is_flat() && plan_of(lanes) == nullptr)
    of_lanes_.push_back(std::make_unique<LevelPlan>(hierarchy_, team_.rank(), lanes));
}

const LevelPlan* Group::plan_of(int lanes) const {
  const auto found =
      std::ranges::find_if(of_lanes_, [&](const auto& plan) { return plan->lanes() == lanes; });
  return found != of_lanes_.end() ? found->get() : nullptr;
}

exec::Status Group::scatter(const Vectors& vectors, const Elements& elements, int lanes) {
  if (vectors.count == 0) return exec::success;
  const Wanted slices = schedule::Shares(vectors.count, lanes);
  Vectors own = vectors;
  own.result = exec::moved(vectors.result,
                           slices.of(team_.rank(), vectors.count).first * elements.layout.extent);
  // One lane has all.
  if (!slices.are_shares()) return reduce(own, elements, slices);
  if (team_.is_flat() && is_short(vectors, elements))
    return short_call(own, elements, slices).run();
  const UseOfStaging use(staging_, as_user(), room_of_halves);
  return stage(own, elements, slices, Way::sliced, room_of_halves);
}

exec::Status Group::gather(const Vectors& vectors, const Elements& elements, int lanes, int root) {
  // The only lane has all that the root gets.
  const bool is_there = lanes == 1 && root == 0;
  if (vectors.count == 0 || is_there) return vectors.so_far;
  if ((team_.is_flat() || lanes == 1) && is_short(vectors, elements))
    return short_call(vectors, elements, root).gather(lanes);
  const UseOfStaging use(staging_, as_user(), room_of_halves);
  const GroupCall half = call(vectors, elements, root);
  const LevelPlan* const plan = plan_of(lanes);
  if (plan != nullptr && is_by_levels(elements)) {
    LevelCall by_levels(half, places_, stage_of_call(room_of_halves), *plan, callers_);
    if (by_levels.have_lanes_room()) return by_levels.gather();
  }
  return LongCall(half, places_, stage_of_call(room_of_halves)).gather(lanes);
}

}  // namespace allfold::node
