#include "node/slices.hpp"

#include <algorithm>

#include "schedule/blocks.hpp"

namespace allfold::node {

namespace {

/// The width of equal cycles through `length` elements, with at most `most` elements each.
std::int64_t width_of_cycles(std::int64_t length, std::int64_t most, std::int64_t unit) {
  const std::int64_t widest = std::max(most / unit * unit, unit);
  const std::int64_t cycles = std::max<std::int64_t>((length + widest - 1) / widest, 1);
  return std::max(rounded_up((length + cycles - 1) / cycles, unit), unit);
}

}  // namespace

Range PartOf::of(std::int64_t count, std::int64_t unit) const {
  const std::int64_t units = (count + unit - 1) / unit;
  return {.first = std::min(units * part / parts * unit, count),
          .last = std::min(units * (part + 1) / parts * unit, count)};
}

Range slice_of_lane(std::int64_t count, int lane, int lanes) {
  if (lane >= lanes) return {.first = count, .last = count};
  const schedule::Cut cut(count, lanes);
  return {.first = cut.start(lane), .last = cut.start(lane + 1)};
}

Slices Slices::of_pieces(std::int64_t count, int ranks, const Room& room) {
  Slices slices;
  slices.count_ = count;
  slices.ranks_ = ranks;
  slices.unit_ = room.unit;
  slices.width_ = width_of_cycles(count, room.most_of_piece, room.unit);
  slices.cycles_ = (count + slices.width_ - 1) / slices.width_;
  return slices;
}

Slices Slices::of_whole_pieces(std::int64_t count, const Room& room) {
  Room shorter = room;
  shorter.most_of_piece = std::min(room.most_of_piece, room.most_of_whole);
  return of_pieces(count, 1, shorter);
}

Slices Slices::of_shares(std::int64_t count, const Wanted& shares, const Room& room) {
  const std::int64_t longest = shares.longest();
  const std::int64_t most = std::min(room.most_of_piece / shares.sharers(), room.most_of_slice);
  Slices slices;
  slices.kind_ = Kind::lanes;
  slices.count_ = count;
  slices.shares_ = shares;
  slices.ranks_ = shares.sharers();
  slices.unit_ = room.unit;
  slices.width_ = width_of_cycles(longest, most, room.unit);
  slices.cycles_ = (longest + slices.width_ - 1) / slices.width_;
  return slices;
}

std::int64_t Slices::size(std::int64_t cycle) const {
  if (kind_ == Kind::pieces) return piece(cycle).size();
  return std::min((cycle + 1) * width_ * ranks_, count_) - cycle * width_ * ranks_;
}

Range Slices::elements_at(std::int64_t cycle, Range positions) const {
  if (kind_ == Kind::pieces)
    return {.first = piece(cycle).first + positions.first,
            .last = piece(cycle).first + positions.last};
  const std::int64_t all = size(cycle);
  const auto lane = static_cast<int>(((positions.first + 1) * ranks_ - 1) / all);
  const Range of_lane = PartOf{.part = lane, .parts = ranks_}.of(all, 1);
  const std::int64_t first = of(cycle, lane).first + positions.first - of_lane.first;
  return {.first = first, .last = first + std::min(positions.last, of_lane.last) - positions.first};
}

Range Slices::of(std::int64_t cycle, int rank) const {
  if (kind_ == Kind::lanes) {
    const Range lane = shares_.of(rank, count_);
    return {.first = std::min(lane.first + cycle * width_, lane.last),
            .last = std::min(lane.first + (cycle + 1) * width_, lane.last)};
  }
  const Range whole = piece(cycle);
  const Range part = PartOf{.part = rank, .parts = ranks_}.of(whole.size(), unit_);
  return {.first = whole.first + part.first, .last = whole.first + part.last};
}

std::int64_t Slices::staged_at(std::int64_t cycle, int rank) const {
  return kind_ == Kind::lanes ? std::min(rank, ranks_ - 1) * width_
                              : of(cycle, rank).first - cycle * width_;
}

}  // namespace allfold::node
