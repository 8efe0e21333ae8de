#include "node/long_call.hpp"

#include <algorithm>

namespace allfold::node {

exec::Status LongCall::run(Way way) {
  if (wanted_.are_shares()) return suits_shares() ? in_shares() : in_slices();
  // Not in clusters, where only leaders watch all ranks.
  return way == Way::whole && team_.is_flat() ? in_whole_pieces() : in_slices();
}

bool LongCall::suits_shares() const {
  return elements_.division == schedule::Division::elements && wanted_.are_even() &&
         wanted_.sharers() * room_.unit <= room_.most_of_piece;
}

exec::Status LongCall::in_slices() {
  puts_ = Puts::slices;
  begin(Kind::in_slices, Slices::of_pieces(vectors_.count, team_.ranks(), room_),
        {.otherwise = without_areas()});
  pipeline(&LongCall::reduce_slice, &LongCall::take);
  // A rank copies slices of some ranks only, but these have elements of all.
  if (wanted_.are_shares() && !is_torn_ && !was_given_up()) note_failures_of_all();
  if (!is_torn_) team_.note_all_have_begun();
  return end();
}

exec::Status LongCall::in_whole_pieces() {
  puts_ = Puts::pieces;
  staged_for_ = root_;
  using Needs = Introduction::Needs;
  // The result goes directly to the user's memory, so only packed elements need this rank's area.
  const Needs::Own own = elements_.packing != nullptr ? Needs::Own::needed : Needs::Own::not_needed;
  begin(Kind::in_whole_pieces, Slices::of_whole_pieces(vectors_.count, room_),
        {.readers = root_,
         .own = own,
         .otherwise = root_ == everyone ? without_areas() : Introduction::Otherwise::wait});
  for (std::int64_t turn = 0; turn < slices_.cycles() + 1 && !is_torn_; ++turn) {
    if (turn < slices_.cycles()) stage(turn, staged_for_);
    if (turn >= 1) reduce_piece(turn - 1);
  }
  if (gets_result() && !is_torn_) team_.note_all_have_begun();
  return end();
}

void LongCall::pipeline(void (LongCall::*reduce_of_piece)(std::int64_t),
                        void (LongCall::*end_of_piece)(std::int64_t)) {
  for (std::int64_t turn = 0; turn < slices_.cycles() + 2 && !is_torn_; ++turn) {
    if (turn < slices_.cycles()) stage(turn, staged_for_);
    if (turn >= 1 && turn <= slices_.cycles()) (this->*reduce_of_piece)(turn - 1);
    if (turn >= 2) (this->*end_of_piece)(turn - 2);
  }
}

exec::Status LongCall::in_shares() {
  puts_ = Puts::slices;
  begin(Kind::in_shares, Slices::of_shares(vectors_.count, wanted_, room_),
        {.otherwise = without_areas()});
  pipeline(&LongCall::reduce_share, &LongCall::settle);
  if (is_torn_) return end();
  // Any rank may have failed, whatever the operation, since memory may be short.
  note_failures_of_all();
  team_.note_all_have_begun();
  return end();
}

exec::Status LongCall::gather(int lanes) {
  begin(Kind::gather, Slices::of_lanes(vectors_.count, lanes, room_), {.readers = root_});
  open(0, everyone);
  // All ranks have finished earlier calls, and so have copied the slices of those calls.
  team_.show(Progress::staged, cycle(0));
  if (!await_all(Progress::staged, 0)) return end();
  settle_areas();
  for (std::int64_t index = 0; index < slices_.cycles() && !is_torn_; ++index) {
    // A rank that copies slices shows its own slice after it has copied those of the cycle before,
    // so ranks that copy some have already waited for that. Other ranks wait here.
    if (!gets_result() && index >= 2 && !await_reduced(root_, cycle(index - 2))) break;
    show_slice(index);
    take(index);
  }
  if (!is_torn_) team_.note_all_have_begun();
  return end();
}

void LongCall::put(std::int64_t index) {
  switch (puts_) {
    case Puts::nothing: return;
    case Puts::slices: return put_slices(index);
    case Puts::pieces: return put_piece(index);
  }
}

void LongCall::put_slices(std::int64_t index) {
  std::byte* const staged = areas_.own()->piece(cycle(index));
  for (int rank = 0; rank < team_.ranks(); ++rank) {
    // No other rank reads this rank's own slice, and this rank reads it in place, unless it is
    // packed.
    if (rank == team_.rank() && reads_own_in_place()) continue;
    const Range slice = slices_.of(index, rank);
    note_for_all(elements_.put(staged + slices_.staged_at(index, rank) * elements_.stride,
                               input_at(slice.first), slice.size()));
  }
}

void LongCall::put_piece(std::int64_t index) {
  if (root_ == team_.rank() && elements_.packing == nullptr) return;
  const Range piece = slices_.piece(index);
  note_for_all(
      elements_.put(areas_.own()->piece(cycle(index)), input_at(piece.first), piece.size()));
}

bool LongCall::find_operands(std::int64_t index, std::int64_t staged_at, std::int64_t first) {
  if (!await_all(Progress::staged, index)) return false;
  if (index == 0) settle_areas();
  if (!has_areas()) return false;
  for (int rank = 0; rank < team_.ranks(); ++rank)
    operands_[static_cast<std::size_t>(rank)] =
        rank == team_.rank() && reads_own_in_place()
            ? input_at(first)
            : areas_.of(rank)->piece(cycle(index)) + staged_at * elements_.stride;
  return true;
}

void LongCall::reduce_slice(std::int64_t index) {
  const Range own = slices_.of(index, team_.rank());
  if (find_operands(index, slices_.staged_at(index, team_.rank()), own.first))
    // All ranks have copied the slices written three cycles ago: each did so before it staged the
    // piece that is reduced now.
    reduce_into(areas_.own()->slice(cycle(index)), own);
  if (!is_torn_) team_.show(Progress::reduced, cycle(index));
}

void LongCall::reduce_piece(std::int64_t index) {
  const Range piece = slices_.piece(index);
  if (!gets_result() && index == 0) settle_areas();
  if (gets_result() && find_operands(index, 0, piece.first)) {
    note_failures_of_all();
    reduce_into(nullptr, piece);
  }
  if (!is_torn_) team_.show(Progress::reduced, cycle(index));
}

// What goes to the user's memory here needs no staging area for the results.
void LongCall::reduce_share(std::int64_t index) {
  const Range own = slices_.of(index, team_.rank());
  if (find_operands(index, slices_.staged_at(index, team_.rank()), own.first) && own.size() > 0)
    reduce_into(nullptr, own);
  if (!is_torn_) team_.show(Progress::reduced, cycle(index));
}

void LongCall::reduce_into(std::byte* shared, Range range) {
  std::optional<void*> result;
  // Of a slice for all ranks this rank copies what it wants later.
  const bool goes_to_result = gets_result() && (shared == nullptr || !wanted_.are_shares());
  if (goes_to_result && has_own_vectors()) result = result_at(range.first);
  if (shared == nullptr && !has_own_vectors()) return;
  note_for_all(reduce({.order = order(),
                       .operands = operands_,
                       .shared = shared,
                       .own = result,
                       .count = range.size(),
                       .blocks = blocks_},
                      elements_));
}

void LongCall::show_slice(std::int64_t index) {
  const Range own = slices_.of(index, team_.rank());
  if (has_own_vectors() && areas_.own() != nullptr)
    note_for_all(
        elements_.put(areas_.own()->slice(cycle(index)), result_at(own.first), own.size()));
  team_.show(Progress::reduced, cycle(index));
}

void LongCall::settle(std::int64_t index) {
  if (!team_.is_flat()) await_all(Progress::reduced, index);
}

void LongCall::take(std::int64_t index) {
  settle(index);
  if (!gets_result()) return;
  // Each rank starts with a different rank, so that not all read from the same one. Where all is
  // wanted, its own slice is already there.
  const int first = wanted_.are_shares() ? 0 : 1;
  for (int distance = first; distance < team_.ranks() && !is_torn_; ++distance)
    take_slice(index, (team_.rank() + distance) % team_.ranks());
}

void LongCall::take_slice(std::int64_t index, int rank) {
  const Range slice = slices_.of(index, rank);
  const Range taken = slice.in(own_);
  if (wanted_.are_shares() && taken.size() == 0) return;
  if (team_.is_flat() && !await_reduced(rank, cycle(index))) return;
  note_for_all(failure_of(rank));
  if (was_given_up() || areas_.of(rank) == nullptr) return;
  if (wanted_.are_shares() && !has_own_vectors()) return;
  note_for_all(elements_.take(
      result_at(taken.first),
      areas_.of(rank)->slice(cycle(index)) + (taken.first - slice.first) * elements_.stride,
      taken.size()));
}

}  // namespace allfold::node
