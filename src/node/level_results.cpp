// Part of LevelCall: how results come down, equal shares, and the second halves of calls in which
// lanes go on between nodes.
//
// With lanes, a cycle takes a piece of each lane's slice. On the way up, the lanes divide the highest
// level among them, and reduce to their results; on the way down, they begin there with what they
// have.
#include <algorithm>

#include "node/level_call.hpp"
#include "system/copy.hpp"

namespace allfold::node {

void LevelCall::come_down(std::int64_t index) {
  for (int level = plan_.levels() - 1; level > 0 && !is_torn_; --level)
    if (comes_to(plan_.tree().cluster(level - 1), index)) complete_level(level, index);
  const bool wants_some = !wanted_.are_shares() || slices_.piece(index).in(own_).size() > 0;
  if (gets_result() && wants_some) take_from_cluster(index);
}

bool LevelCall::comes_to(const Cluster& cluster, std::int64_t index) const {
  if (!wanted_.are_shares()) return root_ == everyone || cluster.contains(root_);
  return std::ranges::any_of(cluster.ranks, [&](int rank) {
    return slices_.piece(index).in(wanted_.of(rank, vectors_.count)).size() > 0;
  });
}

void LevelCall::complete_level(int level, std::int64_t index) {
  if (kind() == Kind::gather_by_levels && !await_takers(level - 1, index)) return;
  const Range own = in_piece(plan_.part(level - 1), index);
  for (const LevelPlan::Partner& partner : plan_.completers(level)) {
    if (!await(partner.rank, complete_at(partner.rank, level), index)) return;
    const Range part = in_piece(partner.part, index);
    const std::int64_t first = std::max(part.first, own.first);
    const std::int64_t last = std::min(part.last, own.last);
    if (!has_areas() || first >= last) continue;
    system::copy(place(team_.rank(), level - 1, index) + (first - own.first) * elements_.stride,
                 place(partner.rank, level, index) + (first - part.first) * elements_.stride,
                 static_cast<std::size_t>((last - first) * elements_.stride),
                 system::Lines::others_read);
  }
  show(complete_at(team_.rank(), level - 1), index);
}

void LevelCall::take_from_cluster(std::int64_t index) {
  const Cluster& cluster = plan_.tree().cluster(0);
  // Each rank starts with a different rank, so that not all read from the same one.
  for (int distance = 1; distance <= cluster.size(); ++distance) {
    const int part = (plan_.part(0).part + distance) % cluster.size();
    const int rank = cluster.ranks[static_cast<std::size_t>(part)];
    if (!await(rank, complete_at(rank, 0), index)) return;
    take(rank, {.part = part, .parts = cluster.size()}, index);
  }
}

void LevelCall::take(int rank, const PartOf& part, std::int64_t index) {
  const Range range = in_piece(part, index);
  if (!has_areas() || !has_own_vectors()) return;
  const std::byte* const from = place(rank, 0, index);
  for_runs(index, range, [&](Range elements, std::int64_t position) {
    const Range taken = elements.in(own_);
    note_for_all(elements_.take(
        result_at(taken.first),
        from + (position + taken.first - elements.first - range.first) * elements_.stride,
        taken.size()));
  });
}

exec::Status LevelCall::in_shares() {
  begin_by_levels(Kind::in_shares_by_levels, Slices::of_shares(vectors_.count, wanted_, room_));
  // In this order, as in run().
  for (std::int64_t turn = 0; turn < slices_.cycles() + 1 && !is_torn_; ++turn) {
    if (turn >= 1) reduce_up(turn - 1);
    if (turn < slices_.cycles()) stage(turn, everyone);
  }
  // What this rank has is of all ranks.
  if (!is_torn_ && gets_result()) team_.note_all_have_begun();
  return end_by_levels();
}

exec::Status LevelCall::gather() {
  begin_by_levels(Kind::gather_by_levels, Slices::of_lanes(vectors_.count, *plan_.lanes(), room_));
  for (std::int64_t index = 0; index < slices_.cycles() && !is_torn_; ++index) {
    // Nothing is staged. The mark says that this rank has taken what it gets of the cycles before.
    stage(index, everyone);
    if (index == 0 && await_first()) settle_areas();
    put_result(index);
    come_down(index);
  }
  return end_by_levels();
}

void LevelCall::put_result(std::int64_t index) {
  const int highest = plan_.levels() - 1;
  if (team_.rank() >= *plan_.lanes() || is_torn_ || !await_takers(highest, index)) return;
  const Range own = slices_.of(index, team_.rank());
  if (has_areas() && has_own_vectors())
    note_for_all(
        elements_.put(place(team_.rank(), highest, index), result_at(own.first), own.size()));
  show(complete_at(team_.rank(), highest), index);
}

bool LevelCall::await_takers(int level, std::int64_t index) {
  constexpr auto cycles = static_cast<std::int64_t>(Area::cycles);
  if (index < cycles) return true;
  const std::int64_t before = index - cycles;
  if (level == 0)
    return std::ranges::all_of(plan_.tree().cluster(0).ranks, [&](int taker) {
      return (root_ != everyone && root_ != taker) ||
             await(taker, team_.shown(Progress::staged, taker), before + 1);
    });
  const auto below = plan_.tree().clusters(level - 1);
  const auto of_root =
      std::ranges::find_if(below, [&](const Cluster& each) { return each.contains(root_); });
  return std::ranges::all_of(plan_.sources(level), [&](const LevelPlan::Partner& taker) {
    return (of_root != below.end() && !of_root->contains(taker.rank)) ||
           await(taker.rank, complete_at(taker.rank, level - 1), before);
  });
}

}  // namespace allfold::node
