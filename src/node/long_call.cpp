#include "node/long_call.hpp"

#include <algorithm>
#include <numeric>

namespace allfold::node {

namespace {

/// The elements that fill cache lines exactly; one, where that would be many lines.
std::int64_t elements_of_unit(std::int64_t stride) {
  constexpr auto line = static_cast<std::int64_t>(cache_line);
  const std::int64_t unit = line / std::gcd(line, stride);
  return unit * stride <= most_element_bytes ? unit : 1;
}

constexpr std::int64_t bytes_for_root = 32 << 10;

// Half a piece, for two ranks, and what rounding to units may add.
static_assert(Area::slice_bytes >= Area::piece_bytes / 2 + most_element_bytes);

}  // namespace

LongCall::LongCall(const GroupCall& call, CycleCounts& cycles, Areas& areas,
                   std::int64_t piece_bytes)
    : GroupCall(call),
      cycles_(cycles),
      areas_(areas),
      room_{.unit = elements_of_unit(elements_.stride),
            .most_of_piece = piece_bytes / elements_.stride,
            .most_of_slice = static_cast<std::int64_t>(Area::slice_bytes) / elements_.stride,
            .most_for_root = bytes_for_root / elements_.stride} {}

void LongCall::begin(const Slices& slices, int readers) {
  slices_ = slices;
  team_.begin(readers, inline_entries);
  first_cycle_ = cycles_.begun + 1;
  cycles_.begun += static_cast<std::uint64_t>(slices.cycles());
  note(vectors_.so_far);
  if (areas_.own() == nullptr) note(elements_.no_memory);
}

exec::Status LongCall::end() {
  // A rank that reduces has heard of all others.
  if (!is_reduced_by_root_ || gets_result()) team_.note_all_have_begun();
  team_.finish();
  return status_;
}

exec::Status LongCall::run() {
  constexpr int few = 4;
  is_reduced_by_root_ = root_ != everyone && team_.is_flat() && team_.ranks() <= few;
  begin(is_reduced_by_root_ ? Slices::of_pieces_for(vectors_.count, root_, room_)
                            : Slices::of_pieces(vectors_.count, team_.ranks(), room_),
        root_);
  pipeline(&LongCall::take);
  return end();
}

void LongCall::pipeline(void (LongCall::*end_of_piece)(std::int64_t)) {
  for (std::int64_t turn = 0; turn < slices_.cycles() + 2; ++turn) {
    if (turn < slices_.cycles()) stage(turn);
    if (turn >= 1 && turn <= slices_.cycles()) reduce_slice(turn - 1);
    if (turn >= 2) (this->*end_of_piece)(turn - 2);
  }
}

exec::Status LongCall::scatter(int lanes) {
  begin(Slices::of_lanes(vectors_.count, lanes, room_), everyone);
  pipeline(&LongCall::settle);
  // What this rank has reduced goes on to other nodes. Whatever the operation, ranks may have
  // lacked memory.
  for (int rank = 0; rank < team_.ranks(); ++rank) note(failure_of(rank));
  return end();
}

exec::Status LongCall::gather(int lanes) {
  begin(Slices::of_lanes(vectors_.count, lanes, room_), root_);
  // All are done with the calls before, and so with the slices that they took in these.
  team_.show(Progress::staged, first_cycle_);
  team_.await_all(Progress::staged, first_cycle_);
  if (gets_result() && !areas_.look(team_)) note(elements_.no_memory);
  for (std::int64_t index = 0; index < slices_.cycles(); ++index) {
    // Who takes slices shows its own after it has taken those of the cycle before. Ranks that take
    // some have waited for that already.
    if (!gets_result() && index >= 2)
      team_.await(team_.shown(Progress::reduced, root_), cycle(index - 2));
    show_slice(index);
    take(index);
  }
  return end();
}

void LongCall::note(exec::Status status) {
  if (status == exec::success || status_ != exec::success) return;
  status_ = status;
  team_.note_failure();
}

/// Waits until what this rank staged in a cycle has been read.
void LongCall::await_readers(std::uint64_t cycle) {
  const int reader = cycles_.readers[cycle % Area::cycles];
  for (int rank = 0; rank < team_.ranks(); ++rank)
    if (reader == everyone || reader == rank)
      team_.await(team_.shown(Progress::reduced, rank), cycle);
}

void LongCall::stage(std::int64_t index) {
  const std::uint64_t now = cycle(index);
  // In clusters all ranks have waited for that already, by their leaders.
  if (now > Area::cycles && team_.is_flat()) await_readers(now - Area::cycles);
  cycles_.readers[now % Area::cycles] = is_reduced_by_root_ ? root_ : everyone;
  Area* const area = areas_.own();
  for (int rank = 0; area != nullptr && rank < team_.ranks(); ++rank) {
    // This rank's own slice nobody else reads, and it reads it where it is, unless it is packed.
    if (rank == team_.rank() && elements_.packing == nullptr) continue;
    const Range slice = slices_.of(index, rank);
    note(elements_.put(area->piece(now) + slices_.staged_at(index, rank) * elements_.stride,
                       input_at(slice.first), slice.size()));
  }
  team_.show(Progress::staged, now);
}

void LongCall::reduce_slice(std::int64_t index) {
  const std::uint64_t now = cycle(index);
  const Range own = slices_.of(index, team_.rank());
  const std::int64_t staged_at = slices_.staged_at(index, team_.rank()) * elements_.stride;
  const bool by_root = is_reduced_by_root_;
  if (by_root && !gets_result()) return team_.show(Progress::reduced, now);
  team_.await_all(Progress::staged, now);
  if (index == 0 && !areas_.look(team_)) note(elements_.no_memory);
  if (!areas_.are_all_here()) return team_.show(Progress::reduced, now);
  for (int rank = 0; rank < team_.ranks(); ++rank) {
    if (by_root) note(failure_of(rank));
    operands_[static_cast<std::size_t>(rank)] = areas_.of(rank)->piece(now) + staged_at;
  }
  if (elements_.packing == nullptr)
    operands_[static_cast<std::size_t>(team_.rank())] = input_at(own.first);
  // The slices written three cycles ago have been taken by all: each did so before it staged the
  // piece that is reduced now.
  std::byte* shared = by_root ? nullptr : areas_.own()->slice(now);
  void* result = gets_result() && has_own_vectors() ? result_at(own.first) : nullptr;
  if (shared != nullptr || has_own_vectors())
    note(reduce({.first_leaf = 0,
                 .leaves = team_.brackets().leaves(),
                 .operands = operands_,
                 .shared = shared,
                 .own = result,
                 .count = own.size()},
                team_.brackets(), elements_));
  team_.show(Progress::reduced, now);
}

void LongCall::show_slice(std::int64_t index) {
  // Nothing is staged that anybody could have to read.
  cycles_.readers[cycle(index) % Area::cycles] = team_.rank();
  const Range own = slices_.of(index, team_.rank());
  if (has_own_vectors() && areas_.own() != nullptr)
    note(elements_.put(areas_.own()->slice(cycle(index)), result_at(own.first), own.size()));
  team_.show(Progress::reduced, cycle(index));
}

void LongCall::settle(std::int64_t index) {
  if (!team_.is_flat()) team_.await_all(Progress::reduced, cycle(index));
}

void LongCall::take(std::int64_t index) {
  settle(index);
  if (!gets_result() || is_reduced_by_root_) return;
  // Each rank begins with another one, so that not all read from the same.
  for (int distance = 1; distance < team_.ranks(); ++distance)
    take_slice(index, (team_.rank() + distance) % team_.ranks());
}

void LongCall::take_slice(std::int64_t index, int rank) {
  const Range own = slices_.of(index, rank);
  if (team_.is_flat()) team_.await(team_.shown(Progress::reduced, rank), cycle(index));
  note(failure_of(rank));
  if (areas_.of(rank) == nullptr) return;
  note(elements_.take(result_at(own.first), areas_.of(rank)->slice(cycle(index)), own.size()));
}

}  // namespace allfold::node
