#include "node/read_call.hpp"

#include <algorithm>

#include "node/reduction.hpp"
#include "system/processor.hpp"

namespace allfold::node {

exec::Status ReadCall::run() {
  begin();
  // A rank that wants no share compares nevertheless, since all find out what is left to reduce.
  if ((gets_result() || wanted_.are_shares()) && !is_torn_) find_vectors();
  if (gets_result() && !is_torn_) reduce_own();
  if (!is_torn_) team_.show(Progress::reduced, cycle_);
  if (share_ == Share::slice && !is_torn_) take_others();
  // All readers of this rank's vectors have first checked that all ranks ask for the same.
  team_.finish();
  if (!is_torn_) await_readers();
  return status_;
}

void ReadCall::begin() {
  call_ = team_.begin(root_, calls_remembered);
  cycle_ = call_ * most_cycles;
  use_place(places_, cycle_, root_);
  note_for_all(vectors_.so_far);
  // Relaxed: the release of a mark follows.
  Lent& lent = team_.own().lent;
  lent.input.store(reinterpret_cast<std::uintptr_t>(vectors_.input), std::memory_order_relaxed);
  lent.result.store(reinterpret_cast<std::uintptr_t>(vectors_.result), std::memory_order_relaxed);
  // A rank that can read nothing announces that before any rank reduces.
  if (gets_result() && (buffer_.bytes == nullptr || !reserve_aside())) note_refusal(own().first);
  team_.show_asked(first_step());
  team_.show(Progress::staged, cycle_);
}

Team::Step ReadCall::first_step() const {
  constexpr std::uint64_t kind = 8;
  return {.cycle = cycle_,
          .asked = elements_.asked,
          .kind = kind + static_cast<std::uint64_t>(share_),
          .which = Team::Step::Which::first};
}

void ReadCall::find_vectors() {
  if (!team_.await_all(Progress::staged, first_step())) return note_mismatch();
  note_failures_of_all();
  // No other rank reads the root's vectors. In slices, only the owner of a slice overwrites it
  // before all have read it.
  if (root_ == everyone && share_ == Share::all && is_any_in_place()) {
    if (bytes() <= room_of_one())
      writes_ = Writes::once_all_have_read;
    else
      share_ = Share::slice;
  }
  if (was_refused()) note_refusal(own().first);
}

// Plain elements need no other memory of the workspace.
bool ReadCall::reserve_aside() {
  if (!overwrites_other_input() || !has_own_vectors()) return true;
  return (aside_ = elements_.workspace.bytes(bytes_of(own_))) != nullptr;
}

exec::Status ReadCall::bring_result() {
  if (aside_ == nullptr || is_torn_) return status_;
  return elements_.take(vectors_.result, aside_, reduced_to(team_.rank()) - own_.first);
}

bool ReadCall::is_any_in_place() const {
  for (int rank = 0; rank < team_.ranks(); ++rank)
    if (input_of(rank, 0) == result_of(rank, 0)) return true;
  return false;
}

bool ReadCall::was_refused() const {
  if (is_torn_) return false;
  // A root that left a torn call may have announced a refusal before.
  if (root_ != everyone) return has_refused(root_) && !team_.has_torn(root_, call_);
  for (int rank = 0; rank < team_.ranks(); ++rank)
    if (has_refused(rank)) return true;
  return false;
}

Range ReadCall::rest_from(std::int64_t element) const {
  return share_ == Share::slice || wanted_.are_shares()
             ? rest_of_slices_from(element)
             : Range{.first = std::max(reduced_by_all(), element), .last = vectors_.count};
}

// Elements that only some ranks have reduced are reduced again by all.
std::int64_t ReadCall::reduced_by_all() const {
  if (root_ != everyone) return reduced_to(root_);
  std::int64_t least = vectors_.count;
  for (int rank = 0; rank < team_.ranks(); ++rank) least = std::min(least, reduced_to(rank));
  return least;
}

Range ReadCall::rest_of_slices_from(std::int64_t element) const {
  Range rest{.first = element, .last = element};
  for (int rank = 0; rank < team_.ranks(); ++rank) {
    const Range slice = slice_of(rank);
    if (slice.last <= rest.last) continue;
    if (const std::int64_t reduced = reduced_to(rank); reduced > rest.last) {
      if (rest.size() > 0) return rest;
      rest.first = reduced;
    }
    rest.last = slice.last;
  }
  return rest;
}

void ReadCall::note_refusal(std::int64_t reduced_to) const {
  // Relaxed: the release of a mark follows.
  Lent& own = team_.own().lent;
  own.reduced_to.store(reduced_to, std::memory_order_relaxed);
  own.refused.store(call_, std::memory_order_relaxed);
}

bool ReadCall::has_refused(int rank) const {
  return team_.slot(rank).lent.refused.load(std::memory_order_relaxed) == call_;
}

std::int64_t ReadCall::reduced_to(int rank) const {
  return has_refused(rank) ? team_.slot(rank).lent.reduced_to.load(std::memory_order_relaxed)
                           : slice_of(rank).last;
}

Range ReadCall::slice_of(int rank) const {
  if (share_ == Share::wanted) return wanted_.of(rank, vectors_.count);
  if (share_ == Share::slice) return slice_of_lane(vectors_.count, rank, team_.ranks());
  return {.first = 0, .last = vectors_.count};
}

bool ReadCall::lands_in_result() const {
  return team_.ranks() == 2 && vectors_.input != vectors_.result;
}

std::int64_t ReadCall::room_of_one() const {
  constexpr auto unit = static_cast<std::int64_t>(cache_line);
  const std::int64_t others = std::max(team_.ranks() - 1, 1);
  return static_cast<std::int64_t>(buffer_.size) / others / unit * unit;
}

Range ReadCall::piece_from(std::int64_t first) const {
  if (lands_in_result()) return {.first = first, .last = own().last};
  const std::int64_t at_once = std::max<std::int64_t>(room_of_one() / elements_.stride, 1);
  return {.first = first, .last = std::min(first + at_once, own().last)};
}

void* ReadCall::destination_of(Range piece, int rank) const {
  if (lands_in_result()) return result_at(piece.first);
  return buffer_.bytes + (rank < team_.rank() ? rank : rank - 1) * room_of_one();
}

std::uintptr_t ReadCall::input_of(int rank, std::int64_t element) const {
  return team_.slot(rank).lent.input.load(std::memory_order_relaxed) +
         static_cast<std::uintptr_t>(element * elements_.stride);
}

std::uintptr_t ReadCall::result_of(int rank, std::int64_t element) const {
  return team_.slot(rank).lent.result.load(std::memory_order_relaxed) +
         static_cast<std::uintptr_t>(element * elements_.stride);
}

void ReadCall::reduce_own() {
  if (has_refused(team_.rank())) return;
  for (Range piece = piece_from(own().first); piece.size() > 0 && status_ == exec::success;
       piece = piece_from(piece.last)) {
    if (!read_piece(piece) || !have_all_read()) return note_refusal(piece.first);
    reduce_piece(piece);
  }
}

bool ReadCall::read_piece(Range piece) {
  for (int rank = 0; rank < team_.ranks(); ++rank) {
    if (rank == team_.rank()) continue;
    const PeerMemory::Copy copy{.into = destination_of(piece, rank),
                                .address = input_of(rank, piece.first),
                                .bytes = bytes_of(piece)};
    if (!peers_.read(rank, copy)) return false;
  }
  return true;
}

bool ReadCall::have_all_read() {
  if (writes_ == Writes::at_once) return true;
  team_.show(Progress::reduced, cycle_);
  bool have_read = true;
  for (int rank = 0; rank < team_.ranks(); ++rank) {
    if (!await_reduced(rank, cycle_)) return false;
    have_read = have_read && !has_refused(rank);
  }
  return have_read;
}

void ReadCall::reduce_piece(Range piece) {
  for (int rank = 0; rank < team_.ranks(); ++rank)
    operands_[static_cast<std::size_t>(rank)] =
        rank == team_.rank() ? input_at(piece.first) : destination_of(piece, rank);
  note_for_all(reduce({.order = order(),
                       .operands = operands_,
                       .own = destination_of_result(piece.first),
                       .count = piece.size(),
                       .blocks = blocks_},
                      elements_));
}

void ReadCall::take_others() {
  // Each rank starts with a different rank, so that not all read from the same one.
  for (int distance = 1; distance < team_.ranks(); ++distance) {
    const int rank = (team_.rank() + distance) % team_.ranks();
    const Range slice = slice_of(rank);
    if (!await_reduced(rank, cycle_)) return;
    note_for_all(failure_of(rank));
    if (status_ != exec::success || slice.size() == 0) continue;
    // After a refused read, all ranks get the slices in another way.
    if (has_refused(rank) || has_refused(team_.rank())) continue;
    const PeerMemory::Copy copy{.into = result_at(slice.first),
                                .address = result_of(rank, slice.first),
                                .bytes = bytes_of(slice)};
    if (!peers_.read(rank, copy) && !take_by_room(rank, slice)) note_refusal(own().last);
  }
}

// Called if reading into the result failed. A system call cannot write to memory that a signal
// handler of the program makes writable at the first access, as for a write barrier. The rank
// itself can.
bool ReadCall::take_by_room(int rank, Range slice) {
  const auto at_once =
      std::max<std::int64_t>(static_cast<std::int64_t>(buffer_.size) / elements_.stride, 1);
  for (Range piece; slice.size() > 0; slice.first = piece.last) {
    piece = {.first = slice.first, .last = std::min(slice.first + at_once, slice.last)};
    const PeerMemory::Copy copy{
        .into = buffer_.bytes, .address = result_of(rank, piece.first), .bytes = bytes_of(piece)};
    if (!peers_.read(rank, copy)) return false;
    system::copy_bytes(result_at(piece.first), buffer_.bytes, bytes_of(piece));
  }
  return true;
}

void ReadCall::await_readers() {
  if (root_ == everyone)
    team_.await_all_done(call_);
  else
    await_reduced(root_, cycle_);
}

}  // namespace allfold::node
