#include "node/read_call.hpp"

#include <algorithm>

#include "node/reduction.hpp"

namespace allfold::node {

std::optional<exec::Status> ReadCall::run() {
  begin();
  if (gets_result()) try_to_read();
  team_.show(Progress::reduced, shown_);
  const bool is_read = can_all_read();
  if (is_read && gets_result()) reduce_own();
  team_.show(Progress::reduced, reduced_);
  if (is_read && root_ == everyone) take_others();
  team_.finish();
  await_readers();
  if (!is_read) return std::nullopt;
  return status_;
}

void ReadCall::begin() {
  call_ = team_.begin(root_, inline_entries);
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
  bool can_read = !room_.empty();
  for (int rank = 0; rank < team_.ranks(); ++rank) {
    note_for_all(failure_of(rank));
    if (rank != team_.rank() && status_ == exec::success)
      can_read = can_read && can_read_vector_of(rank);
  }
  // Relaxed: the release of a mark follows.
  if (!can_read) team_.own().lent.refused.store(call_, std::memory_order_relaxed);
}

bool ReadCall::can_read_vector_of(int rank) {
  // Memory that cannot be read, such as a device's, is so from end to end.
  const std::uintptr_t input = team_.slot(rank).lent.input.load(std::memory_order_relaxed);
  return peers_.read(rank, room_.data(), input, 1) &&
         peers_.read(rank, room_.data(), address_in(input, vectors_.count) - 1, 1);
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

Range ReadCall::slice_of(int rank) const {
  if (root_ == rank) return {.first = 0, .last = vectors_.count};
  return slice_of_lane(vectors_.count, rank, team_.ranks());
}

void ReadCall::reduce_own() {
  const Range all = own();
  const auto room = static_cast<std::int64_t>(room_.size()) / team_.ranks();
  const std::int64_t at_once = std::max<std::int64_t>(room / elements_.stride, 1);
  for (std::int64_t first = all.first; first < all.last && status_ == exec::success;
       first += at_once)
    reduce_piece({.first = first, .last = std::min(first + at_once, all.last)});
}

void ReadCall::reduce_piece(Range piece) {
  const std::size_t room = room_.size() / static_cast<std::size_t>(team_.ranks());
  for (int rank = 0; rank < team_.ranks(); ++rank) {
    std::byte* const copy = room_.data() + static_cast<std::size_t>(rank) * room;
    operands_[static_cast<std::size_t>(rank)] = rank == team_.rank() ? input_at(piece.first) : copy;
    const std::uintptr_t input = team_.slot(rank).lent.input.load(std::memory_order_relaxed);
    if (rank != team_.rank() &&
        !peers_.read(rank, copy, address_in(input, piece.first), bytes_of(piece)))
      return note_for_all(elements_.no_memory);
  }
  note_for_all(reduce({.order = team_.order(),
                       .operands = operands_,
                       .own = result_at(piece.first),
                       .count = piece.size()},
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
    const std::uintptr_t result = team_.slot(rank).lent.result.load(std::memory_order_relaxed);
    if (!peers_.read(rank, result_at(slice.first), address_in(result, slice.first),
                     bytes_of(slice)))
      note_for_all(elements_.no_memory);
  }
}

void ReadCall::await_readers() {
  if (root_ == everyone)
    team_.await_all_done(call_);
  else if (root_ != team_.rank())
    team_.await(team_.slot(root_).done.mark, call_);
}

}  // namespace allfold::node
