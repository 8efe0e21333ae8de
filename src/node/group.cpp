#include "node/group.hpp"

#include <algorithm>
#include <utility>

namespace allfold::node {

namespace {

std::vector<std::shared_ptr<Slot>> slots_of(const std::vector<Group::Member>& members) {
  std::vector<std::shared_ptr<Slot>> slots;
  slots.reserve(members.size());
  for (const Group::Member& member : members) slots.push_back(member.slot);
  return slots;
}

std::vector<Slot*> addresses_of(const std::vector<std::shared_ptr<Slot>>& slots) {
  std::vector<Slot*> addresses;
  addresses.reserve(slots.size());
  for (const std::shared_ptr<Slot>& slot : slots) addresses.push_back(slot.get());
  return addresses;
}

/// Progressing MPI's messages takes a tenth of the time of a short call of this kind.
constexpr std::uint64_t long_calls_between_keep_going = 8;

/// No mark in any slot is higher.
std::uint64_t counted_by_all(const std::vector<Group::Member>& members) {
  return std::ranges::max(members, {}, &Group::Member::counted).counted;
}

std::vector<Areas::Seen> areas_of(const std::vector<Group::Member>& members) {
  std::vector<Areas::Seen> areas;
  areas.reserve(members.size());
  for (const Group::Member& member : members) areas.push_back(member.areas);
  return areas;
}

}  // namespace

Group::Group(Setup setup)
    : slots_(slots_of(setup.members)),
      team_(addresses_of(slots_), setup.rank, setup.hierarchy, setup.waiting,
            counted_by_all(setup.members)),
      hierarchy_(std::move(setup.hierarchy)),
      lengths_(setup.lengths),
      areas_(areas_of(setup.members), setup.rank, setup.stagings->source()),
      staging_(*setup.stagings, team_, areas_, setup.patience),
      callers_(setup.callers),
      peers_(std::move(setup.peers)),
      first_ways_(setup.first_ways),
      room_of_calls_{.operands = std::vector<const void*>(setup.members.size()),
                     .blocks = nullptr} {
  std::size_t blocks = team_.blocks_of_reductions();
  if (!team_.is_flat()) {
    plan_.emplace(hierarchy_, setup.rank);
    blocks = std::max(blocks, plan_->tree().blocks_of_reductions());
  }
  // NOLINTNEXTLINE(modernize-avoid-c-arrays): a vector would be cleared.
  room_of_calls_.blocks = std::make_unique_for_overwrite<Block[]>(1 + blocks);
  if (peers_ == nullptr) trials_.forbid_reading();
  team_.tell_of_long_waits(setup.tell_of_long_wait, setup.identity);
}

bool Group::have_all_joined() {
  for (int rank = 0; rank < team_.ranks(); ++rank) {
    const Mark& joined = team_.slot(rank).joined.mark;
    team_.await(joined, Slot::is_member);
    // Acquire, as in await(). A rank that is not a member will never become one.
    if (joined.load(std::memory_order_acquire) != Slot::is_member) return false;
  }
  return true;
}

Group::Able Group::are_all_able(Able own, std::size_t room) {
  // The mark consists of the call, the round before it, the room, and whether this rank is not
  // able.
  constexpr unsigned bits_of_told = 16;
  constexpr unsigned bits_of_rounds = 8;
  constexpr std::uint64_t told_mask = (1U << bits_of_told) - 1;
  const std::uint64_t call = team_.latest_call() + 1;
  const std::uint64_t before = std::exchange(told_before_, call);
  // What was announced before another call may be overwritten after all ranks have left that call,
  // since then they have read it.
  if (before != call) team_.await_all_done(before);
  rounds_ = before == call ? rounds_ + 1 : 1;
  const std::uint64_t round = (call << bits_of_rounds | rounds_) << bits_of_told;
  const std::uint64_t able = 2 * (room / cache_line) & told_mask;
  // Release: what this rank has done comes before.
  team_.own().able.mark.store(round | able | (own == Able::yes ? 0 : 1), std::memory_order_release);
  Able all = own;
  for (int rank = 0; rank < team_.ranks(); ++rank) {
    if (rank != team_.rank() && !team_.await_able(rank, round)) return leave_torn_call();
    const std::uint64_t told = team_.slot(rank).able.mark.load(std::memory_order_acquire);
    // A rank that has ended this call without waiting for this rank has found it torn.
    constexpr unsigned bits_below_call = bits_of_rounds + bits_of_told;
    if (told >> bits_below_call != call) return leave_torn_call();
    // A later round before this call implies that all ranks were able in this round. A rank that
    // has reached this round has the room. Whether the call itself fits is found out in the call.
    if (told > (round | told_mask)) continue;
    if ((told & told_mask & ~1U) != able) return leave_torn_call();
    if ((told & 1U) != 0) all = Able::no;
  }
  return all;
}

Group::Able Group::leave_torn_call() {
  team_.begin(everyone, calls_remembered);
  team_.note_torn();
  team_.finish();
  return Able::torn;
}

bool Group::is_short(std::int64_t bytes) const {
  return bytes <= std::min(lengths_.most_short_bytes, ShortCall::most_bytes(team_));
}

bool Group::is_short(const Vectors& vectors, const Elements& elements) const {
  return is_short(vectors.count * elements.stride);
}

ReadCall::Buffer Group::buffer(std::int64_t bytes) {
  // Data that is read should stay in the cache while it is reduced, so not all of a larger area is
  // used.
  const std::size_t needed = node::room_for(bytes);
  const std::size_t all = needed == Area::piece_bytes
                              ? static_cast<std::size_t>(lengths_.piece_bytes) * Area::cycles
                              : needed;
  Area* const own = areas_.own();
  return {.bytes = own != nullptr ? own->piece(0) : nullptr, .size = all};
}

exec::Status Group::run_long(const Vectors& vectors, const Elements& elements, const Wanted& wanted,
                             Way way, Way otherwise) {
  const GroupCall of_all = call(vectors, elements, wanted);
  const std::size_t room = node::room_for(of_all.bytes());
  if (!is_reading(way)) return stage(vectors, elements, wanted, way, room);
  const bool suits = !wanted.are_shares() || wanted.are_even();
  if (peers_ == nullptr || !team_.is_flat() || !suits)
    return stage(vectors, elements, wanted, otherwise, room);
  const auto share = way == Way::read_whole ? ReadCall::Share::all : ReadCall::Share::slice;
  ReadCall read(of_all, places_, *peers_, buffer(of_all.bytes()), share);
  Vectors rest = vectors;
  rest.so_far = read.run();
  if (read.was_refused()) {
    peers_.reset();
    trials_.forbid_reading();
    rest.so_far = stage_rest(read, rest, elements, wanted, otherwise);
  }
  if (rest.so_far == exec::success) rest.so_far = read.bring_result();
  return rest.so_far;
}

exec::Status Group::stage_rest(const ReadCall& read, const Vectors& vectors,
                               const Elements& elements, const Wanted& wanted, Way way) {
  Vectors all = vectors;
  bool was_any_reduced = true;
  const std::size_t room = node::room_for(all.count * elements.stride);
  for (Range rest = read.rest_from(0); rest.size() > 0; rest = read.rest_from(rest.last)) {
    all.so_far =
        stage(part_of(all, rest, elements, wanted), elements, wanted.in_part(rest), way, room);
    was_any_reduced = rest.size() < all.count;
  }
  if (!read.has_slices() || !was_any_reduced) return all.so_far;
  return LongCall(call(all, elements, wanted), places_, stage_of_call(room)).gather(team_.ranks());
}

Vectors Group::part_of(const Vectors& all, const Range& part, const Elements& elements,
                       const Wanted& wanted) const {
  const Range of_all = wanted.of(team_.rank(), all.count);
  const Range of_part = wanted.in_part(part).of(team_.rank(), part.size());
  // Of this rank's result, what comes before the part.
  const std::int64_t before = part.first + of_part.first - of_all.first;
  return {.input = exec::moved(all.input, part.first * elements.layout.extent),
          .result = exec::moved(all.result, before * elements.layout.extent),
          .count = part.size(),
          .so_far = all.so_far};
}

Group::Staged Group::stage_by_levels(const GroupCall& call, const Wanted& wanted,
                                     std::size_t room) {
  if (const LevelPlan* const plan = plan_for(wanted)) {
    LevelCall staged(call, places_, stage_of_call(room), *plan, callers_);
    if (staged.have_lanes_room())
      return {.status = staged.in_shares(), .is_given_up = staged.was_given_up()};
  }
  LevelCall staged(call, places_, stage_of_call(room), *plan_, callers_);
  return {.status = staged.run(), .is_given_up = staged.was_given_up()};
}

exec::Status Group::stage(const Vectors& vectors, const Elements& elements, const Wanted& wanted,
                          Way way, std::size_t room) {
  Vectors all = vectors;
  bool is_given_up = false;
  const GroupCall of_all = call(vectors, elements, wanted);
  if (is_by_levels(elements)) {
    const Staged staged = stage_by_levels(of_all, wanted, room);
    all.so_far = staged.status;
    is_given_up = staged.is_given_up;
  } else {
    LongCall staged(of_all, places_, stage_of_call(room));
    all.so_far = staged.run(way);
    is_given_up = staged.was_given_up();
  }
  if (!is_given_up) return all.so_far;
  const std::int64_t at_once = ShortCall::most_bytes(team_) / elements.stride;
  for (Range next; next.last < all.count;) {
    next = {.first = next.last, .last = std::min(next.last + at_once, all.count)};
    all.so_far =
        short_call(part_of(all, next, elements, wanted), elements, wanted.in_part(next)).run();
  }
  return all.so_far;
}

FirstWay Group::first_way_of(const CallClass& calls, Elements::Kind kind) const {
  return first_way(calls, kind, team_, first_ways_,
                   peers_ != nullptr ? Reading::possible : Reading::impossible);
}

exec::Status Group::reduce_long(const Vectors& vectors, const Elements& elements,
                                const Wanted& wanted, std::optional<Way> way) {
  const std::int64_t bytes = vectors.count * elements.stride;
  team_.keep_going(long_calls_between_keep_going);
  const UseOfStaging use(staging_, as_user(), node::room_for(bytes));
  const CallClass calls = class_of(wanted, bytes);
  const FirstWay first = first_way_of(calls, elements.kind);
  if (elements.kind != Elements::Kind::plain)
    return run_long(vectors, elements, wanted, way && !is_reading(*way) ? *way : first.way,
                    first.way);
  if (way) return run_long(vectors, elements, wanted, *way, first.way);
  if (team_.has_torn()) trials_.close();
  const WayTrials::Turn turn = trials_.next(calls, first, team_);
  const bool is_usual = turn.kind == WayTrials::Turn::Kind::usual;
  const std::int64_t begun = is_usual ? 0 : Waiting::nanoseconds();
  const exec::Status status = run_long(vectors, elements, wanted, turn.way, first.way);
  if (is_usual || team_.has_torn()) return status;
  trials_.note(turn, begun, Waiting::nanoseconds());
  if (turn.kind == WayTrials::Turn::Kind::last_trial)
    if (auto result = trials_.decide(calls, first, team_)) trial_result_ = result;
  return status;
}

exec::Status Group::reduce(const Vectors& vectors, const Elements& elements, const Wanted& wanted,
                           std::optional<Way> way) {
  if (vectors.count == 0) return exec::success;
  return is_short(vectors, elements) ? short_call(vectors, elements, wanted).run()
                                     : reduce_long(vectors, elements, wanted, way);
}

}  // namespace allfold::node
