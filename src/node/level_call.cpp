#include "node/level_call.hpp"

#include <algorithm>

#include "system/processor.hpp"

namespace allfold::node {

namespace {

/// Shorter parts are not worth the synchronisation with further ranks.
constexpr std::int64_t least_bytes_of_part = 512;

}  // namespace

LevelCall::LevelCall(const GroupCall& call, PlacesInUse& places, const Stage& stage,
                     const LevelPlan& plan, Callers callers)
    : AreaCall(call, places, stage), plan_(plan), callers_(callers) {
  if (!plan_.lanes()) {
    const std::int64_t unit_bytes = room_.unit * elements_.stride;
    room_.unit *= std::max<std::int64_t>(least_bytes_of_part / unit_bytes, 1);
    unit_of_parts_ = room_.unit;
  }
  room_.most_of_piece = std::min(room_.most_of_piece, most_of_piece());
}

// Each level's part is at most a unit and a line longer than its share of the piece.
std::int64_t LevelCall::most_of_piece() const {
  const auto room = static_cast<std::int64_t>(slices_room(room_of_areas_));
  const std::int64_t more = room_.unit * elements_.stride + static_cast<std::int64_t>(cache_line);
  const std::int64_t left = std::max<std::int64_t>(room - plan_.levels() * more, 0);
  // The sum of the shares is a fraction, in whole numbers: no floating-point flag may be raised.
  std::int64_t denominator = 1;
  for (int level = 0; level < plan_.levels(); ++level) denominator *= plan_.fewest_parts(level);
  std::int64_t shares = 0;
  for (int level = 0; level < plan_.levels(); ++level)
    shares += denominator / plan_.fewest_parts(level);
  return std::max(left * denominator / shares / elements_.stride, room_.unit);
}

void LevelCall::find_places() {
  std::int64_t next = 0;
  const std::int64_t piece = slices_.size(0);
  for (int level = 0; level < plan_.levels(); ++level) {
    places_of_levels_[static_cast<std::size_t>(level)] = static_cast<std::size_t>(next);
    const std::int64_t units = rounded_up(piece, unit_of_parts_) / unit_of_parts_;
    const std::int64_t parts = plan_.fewest_parts(level);
    next += rounded_up((units + parts - 1) / parts * unit_of_parts_ * elements_.stride,
                       static_cast<std::int64_t>(cache_line));
  }
}

void LevelCall::begin_by_levels(Kind kind, const Slices& slices) {
  await_former_readers();
  begin(kind, slices, needs(kind));
  find_places();
}

exec::Status LevelCall::end_by_levels() {
  const exec::Status status = end();
  places_.partners = plan_.partners();
  // A rank that needs nothing of others ends the call before these have seen that all have begun.
  if (plan_.lanes() && callers_ == Callers::several_threads)
    places_.unread = PlacesInUse::Unread::by_latecomers;
  return status;
}

exec::Status LevelCall::run() {
  begin_by_levels(Kind::by_levels, Slices::of_pieces(vectors_.count, 1, room_));
  // In this order, a rank that has staged a piece has reduced the one before it.
  for (std::int64_t turn = 0; turn < slices_.cycles() + 2 && !is_torn_; ++turn) {
    if (turn >= 1 && turn <= slices_.cycles()) reduce_up(turn - 1);
    if (turn < slices_.cycles()) stage(turn, everyone);
    if (turn >= 2) come_down(turn - 2);
  }
  // What a rank has reduced at the highest level is from all ranks.
  if (!is_torn_) team_.note_all_have_begun();
  return end_by_levels();
}

// A rank whose area cannot be mapped waits until its first area is free. If several threads make
// calls, another thread of a rank may use that area, and wait for a thread of another rank that
// waits for this one. Then all ranks have to give up the call together. A second half cannot be
// given up, and waits.
Introduction::Needs LevelCall::needs(Kind kind) const {
  if (callers_ == Callers::one_thread) return {.partners = plan_.partners()};
  if (kind == Kind::gather_by_levels) return {};
  return {.otherwise = without_areas()};
}

bool LevelCall::await_first() {
  if (callers_ == Callers::several_threads) return await_all(Progress::staged, 0);
  Team::Step first = step(0);
  first.which = Team::Step::Which::first;
  for (const int rank : plan_.partners()) system::prefetch(&team_.shown(Progress::staged, rank));
  const bool have_come = std::ranges::all_of(plan_.partners(), [&](int rank) {
    return team_.await_step(rank, team_.shown(Progress::staged, rank), first);
  });
  if (!have_come) note_mismatch();
  return have_come;
}

void LevelCall::await_former_readers() {
  const std::uint64_t call = places_.latest_call;
  switch (places_.unread) {
    case PlacesInUse::Unread::by_nobody:
      // await_first() waits for the partners, which differ from plan to plan.
      if (places_.partners.data() == plan_.partners().data()) return;
      break;
    case PlacesInUse::Unread::by_anyone:
    case PlacesInUse::Unread::by_latecomers: return team_.await_all_done(call);
    case PlacesInUse::Unread::by_partners: break;
  }
  for (const int rank : places_.partners) team_.await_end(rank, call);
}

void LevelCall::put(std::int64_t index) {
  if (kind() == Kind::gather_by_levels) return;
  std::byte* const staged = areas_.own()->piece(cycle(index));
  const Range own = reads_own_in_place() ? in_piece(plan_.part(0), index) : Range{};
  for (const Range& each : {Range{.first = 0, .last = own.first},
                            Range{.first = own.last, .last = slices_.size(index)}})
    for_runs(index, each, [&](Range elements, std::int64_t position) {
      note_for_all(elements_.put(staged + position * elements_.stride, input_at(elements.first),
                                 elements.size()));
    });
}

bool LevelCall::await(int rank, const Mark& mark, std::int64_t index) {
  if (is_torn_) return false;
  if (rank == team_.rank()) return true;
  if (!team_.await_step(rank, mark, step(index))) {
    note_mismatch();
    return false;
  }
  note_for_all(failure_of(rank));
  return true;
}

void LevelCall::reduce_up(std::int64_t index) {
  reduce_lowest(index);
  for (int level = 1; level < plan_.levels() && !is_torn_; ++level) reduce_level(level, index);
}

void LevelCall::reduce_lowest(std::int64_t index) {
  const Cluster& cluster = plan_.tree().cluster(0);
  // In the first cycle ranks find out whether they ask for the same, and find the areas.
  if (index == 0 && await_first()) settle_areas();
  for (const int rank : cluster.ranks)
    if (!await(rank, team_.shown(Progress::staged, rank), index)) return;
  if (!await_readers(0, index)) return;
  const Range own = in_piece(plan_.part(0), index);
  if (has_areas() && own.size() > 0) {
    for (const int rank : cluster.ranks)
      operands_[static_cast<std::size_t>(rank)] =
          rank == team_.rank() && reads_own_in_place()
              ? input_at(slices_.piece(index).first + own.first)
              : areas_.of(rank)->piece(cycle(index)) + own.first * elements_.stride;
    note_for_all(reduce({.order = plan_.tree().order_of_cluster(0),
                         .operands = operands_,
                         .shared = place(team_.rank(), 0, index),
                         .count = own.size(),
                         .blocks = blocks_},
                        elements_));
  }
  show(reduced_at(team_.rank(), 0), index);
}

void LevelCall::reduce_level(int level, std::int64_t index) {
  for (const LevelPlan::Partner& source : plan_.sources(level))
    if (!await(source.rank, reduced_at(source.rank, level - 1), index)) return;
  if (!await_readers(level, index)) return;
  const Range own = in_piece(plan_.part(level), index);
  for (std::int64_t next = own.first; has_areas() && next < own.last;)
    next = reduce_from(next, level, index);
  show(reduced_at(team_.rank(), level), index);
}

// In an Allreduce, this rank has seen later marks of all readers when the result came down.
bool LevelCall::await_readers(int level, std::int64_t index) {
  constexpr auto cycles = static_cast<std::int64_t>(Area::cycles);
  const bool have_all_results = root_ == everyone && !plan_.lanes() && !wanted_.are_shares();
  if (have_all_results || index < cycles || level + 1 == plan_.levels()) return true;
  return std::ranges::all_of(plan_.completers(level + 1), [&](const LevelPlan::Partner& reader) {
    return await(reader.rank, reduced_at(reader.rank, level + 1), index - cycles);
  });
}

std::int64_t LevelCall::reduce_from(std::int64_t first, int level, std::int64_t index) {
  const Range own = in_piece(plan_.part(level), index);
  std::int64_t last = own.last;
  for (const LevelPlan::Partner& source : plan_.sources(level)) {
    const Range part = in_piece(source.part, index);
    if (first < part.first || first >= part.last) continue;
    operands_[static_cast<std::size_t>(source.operand)] =
        place(source.rank, level - 1, index) + (first - part.first) * elements_.stride;
    last = std::min(last, part.last);
  }
  const bool is_slice = plan_.lanes() && level + 1 == plan_.levels();
  if (is_slice && !has_own_vectors()) return last;
  std::byte* const shared =
      place(team_.rank(), level, index) + (first - own.first) * elements_.stride;
  std::optional<void*> result;
  if (is_slice) result = result_at(slices_.of(index, team_.rank()).first + first - own.first);
  note_for_all(reduce({.order = plan_.tree().order_of_cluster(level),
                       .operands = operands_,
                       .shared = is_slice ? nullptr : shared,
                       .own = result,
                       .count = last - first,
                       .blocks = blocks_},
                      elements_));
  return last;
}

}  // namespace allfold::node
