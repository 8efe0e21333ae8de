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

exec::Status Group::run_half(const GroupCall& call, int lanes,
                             exec::Status (LevelCall::*by_levels)(),
                             exec::Status (LongCall::*in_slices)(int)) {
  const UseOfStaging use(staging_, as_user(), room_of_halves);
  const LevelPlan* const plan = plan_of(lanes);
  if (plan != nullptr && is_by_levels(call.elements())) {
    LevelCall half(call, places_, stage_of_call(), *plan, callers_);
    if (half.have_lanes_room()) return (half.*by_levels)();
  }
  LongCall half = long_call(call);
  return (half.*in_slices)(lanes);
}

exec::Status Group::scatter(const Vectors& vectors, const Elements& elements, int lanes) {
  if (vectors.count == 0) return exec::success;
  if (lanes == 1) return reduce(vectors, elements, 0);
  if (team_.is_flat() && is_short(vectors, elements))
    return short_call(vectors, elements, everyone).scatter(lanes);
  return run_half(call(vectors, elements, everyone), lanes, &LevelCall::scatter,
                  &LongCall::scatter);
}

exec::Status Group::gather(const Vectors& vectors, const Elements& elements, int lanes, int root) {
  // The only lane has all that the root gets.
  const bool is_there = lanes == 1 && root == 0;
  if (vectors.count == 0 || is_there) return vectors.so_far;
  if ((team_.is_flat() || lanes == 1) && is_short(vectors, elements))
    return short_call(vectors, elements, root).gather(lanes);
  return run_half(call(vectors, elements, root), lanes, &LevelCall::gather, &LongCall::gather);
}

}  // namespace allfold::node
