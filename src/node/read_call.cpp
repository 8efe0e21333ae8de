#include "node/read_call.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#include "node/reduction.hpp"

namespace allfold::node {

std::optional<exec::Status> ReadCall::run() {
  begin();
  if (gets_result()) try_to_read();
  team_.show(Progress::reduced, shown_);
  const bool is_read = can_all_read();
  if (is_read && gets_result()) reduce_own();
  team_.show(Progress::reduced, reduced_);
  if (is_read && share_ == Share::slice) take_others();
  team_.finish();
  await_readers();
  if (!is_read) return std::nullopt;
  return status_;
}

void ReadCall::begin() {
  call_ = team_.begin(root_, most_kept);
  shown_ = ++cycles_.begun;
  reduced_ = ++cycles_.begun;
  // Nothing is staged that anybody could have to read.
  for (const std::uint64_t cycle : {shown_, reduced_})
    cycles_.readers[cycle % cycles_.readers.size()] = team_.rank();
  note_for_all(vectors_.so_far);
  // Relaxed: the release of a mark follows.
  Slot& own = team_.own();
  own.lent.input.store(reinterpret_cast<std::uintptr_t>(vectors_.input), std::memory_order_relaxed);
  own.lent.result.store(reinterpret_cast<std::uintptr_t>(vectors_.result),
                        std::memory_order_relaxed);
  team_.show(Progress::staged, shown_);
}

void ReadCall::try_to_read() {
  team_.await_all(Progress::staged, shown_);
  if (!can_reduce_all()) share_ = Share::slice;
  const Range first = piece_from(own().first);
  // Memory that cannot be read, such as a device's, is so from end to end.
  bool can_read = !room_.empty();
  for (int rank = 0; rank < team_.ranks(); ++rank) {
    note_for_all(failure_of(rank));
    if (rank == team_.rank() || status_ != exec::success || !can_read) continue;
    std::array<PeerMemory::Copy, PeerMemory::most_copies> copies = {copy_of(first, rank)};
    std::size_t count = 1;
    std::byte byte = {};
    const auto add = [&](std::uintptr_t address) {
      copies[count++] = {.into = &byte, .address = address, .bytes = 1};
    };
    if (first.last < vectors_.count) add(input_of(rank, vectors_.count) - 1);
    if (const Range slice = slice_of(rank); share_ == Share::slice && slice.size() > 0)
      add(result_of(rank, slice.first));
    can_read = peers_.read(rank, std::span(copies).first(count));
  }
  // Relaxed: the release of a mark follows.
  if (!can_read) team_.own().lent.refused.store(call_, std::memory_order_relaxed);
}

bool ReadCall::can_all_read() {
  const auto has_read = [&](int rank) {
    team_.await(team_.shown(Progress::reduced, rank), shown_);
    return team_.slot(rank).lent.refused.load(std::memory_order_relaxed) != call_;
  };
  if (root_ != everyone) return has_read(root_);
  bool can_read = true;
  for (int rank = 0; rank < team_.ranks(); ++rank) can_read = has_read(rank) && can_read;
  return can_read;
}

// Where a rank reduces in place, all have to read all of its vector when they try.
bool ReadCall::can_reduce_all() const {
  if (root_ != everyone) return true;  // nobody reads the root's
  const bool is_read_at_once = vectors_.count * elements_.stride <= room_of_one();
  for (int rank = 0; rank < team_.ranks(); ++rank)
    if (!is_read_at_once && input_of(rank, 0) == result_of(rank, 0)) return false;
  return true;
}

Range ReadCall::slice_of(int rank) const {
  if (share_ == Share::all) return {.first = 0, .last = vectors_.count};
  return slice_of_lane(vectors_.count, rank, team_.ranks());
}

bool ReadCall::lands_in_result() const {
  return team_.ranks() == 2 && vectors_.input != vectors_.result;
}

std::int64_t ReadCall::room_of_one() const {
  constexpr auto unit = static_cast<std::int64_t>(cache_line);
  const std::int64_t others = std::max(team_.ranks() - 1, 1);
  return static_cast<std::int64_t>(room_.size()) / others / unit * unit;
}

Range ReadCall::piece_from(std::int64_t first) const {
  if (lands_in_result()) return {.first = first, .last = own().last};
  const std::int64_t at_once = std::max<std::int64_t>(room_of_one() / elements_.stride, 1);
  return {.first = first, .last = std::min(first + at_once, own().last)};
}

void* ReadCall::place_of(Range piece, int rank) const {
  if (lands_in_result()) return result_at(piece.first);
  return room_.data() + (rank < team_.rank() ? rank : rank - 1) * room_of_one();
}

PeerMemory::Copy ReadCall::copy_of(Range piece, int rank) const {
  return {.into = place_of(piece, rank),
          .address = input_of(rank, piece.first),
          .bytes = bytes_of(piece)};
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
  Range piece = piece_from(own().first);  // which was read when that was tried
  while (status_ == exec::success && piece.size() > 0) {
    reduce_piece(piece);
    piece = piece_from(piece.last);
    if (!read_piece(piece)) note_for_all(elements_.no_memory);
  }
}

bool ReadCall::read_piece(Range piece) {
  if (status_ != exec::success || piece.size() == 0) return true;
  for (int rank = 0; rank < team_.ranks(); ++rank) {
    if (rank == team_.rank()) continue;
    const PeerMemory::Copy copy = copy_of(piece, rank);
    if (!peers_.read(rank, {&copy, 1})) return false;
  }
  return true;
}

void ReadCall::reduce_piece(Range piece) {
  for (int rank = 0; rank < team_.ranks(); ++rank)
    operands_[static_cast<std::size_t>(rank)] =
        rank == team_.rank() ? input_at(piece.first) : place_of(piece, rank);
  note_for_all(reduce({.order = team_.order(),
                       .operands = operands_,
                       .own = result_at(piece.first),
                       .count = piece.size(),
                       .blocks = blocks_},
                      elements_));
}

void ReadCall::take_others() {
  // Each rank begins with another one, so that not all read from the same.
  for (int distance = 1; distance < team_.ranks(); ++distance) {
    const int rank = (team_.rank() + distance) % team_.ranks();
    const Range slice = slice_of(rank);
    team_.await(team_.shown(Progress::reduced, rank), reduced_);
    note_for_all(failure_of(rank));
    if (status_ != exec::success || slice.size() == 0) continue;
    const PeerMemory::Copy copy{.into = result_at(slice.first),
                                .address = result_of(rank, slice.first),
                                .bytes = bytes_of(slice)};
    if (!peers_.read(rank, {&copy, 1}) && !take_by_room(rank, slice))
      note_for_all(elements_.no_memory);
  }
}

// The system does not write to memory that a handler of the program's makes writable at the first
// touch, as for a write barrier; the rank itself does.
bool ReadCall::take_by_room(int rank, Range slice) {
  const auto at_once =
      std::max<std::int64_t>(static_cast<std::int64_t>(room_.size()) / elements_.stride, 1);
  for (Range piece; slice.size() > 0; slice.first = piece.last) {
    piece = {.first = slice.first, .last = std::min(slice.first + at_once, slice.last)};
    const PeerMemory::Copy copy{
        .into = room_.data(), .address = result_of(rank, piece.first), .bytes = bytes_of(piece)};
    if (!peers_.read(rank, {&copy, 1})) return false;
    std::memcpy(result_at(piece.first), room_.data(), bytes_of(piece));
  }
  return true;
}

void ReadCall::await_readers() {
  if (root_ == everyone)
    team_.await_all_done(call_);
  else if (root_ != team_.rank())
    team_.await(team_.slot(root_).done.mark, call_);
}

}  // namespace allfold::node
