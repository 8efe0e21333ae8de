#include "node/long_call.hpp"

#include <algorithm>
#include <numeric>

namespace allfold::node {

namespace {

void* moved(const void* address, std::int64_t bytes) {
  return reinterpret_cast<void*>(reinterpret_cast<std::intptr_t>(address) + bytes);
}

/// The elements that fill cache lines exactly; one, where that would be many lines.
std::int64_t elements_of_unit(std::int64_t stride) {
  constexpr auto line = static_cast<std::int64_t>(cache_line);
  const std::int64_t unit = line / std::gcd(line, stride);
  return unit * stride <= most_element_bytes ? unit : 1;
}

// Half a piece, for two ranks, and what rounding to units may add.
static_assert(Area::slice_bytes >= Area::piece_bytes / 2 + most_element_bytes);

}  // namespace

LongCall::LongCall(Team& team, Steps& steps, const std::vector<Area*>& areas,
                   const Vectors& vectors, const Elements& elements, int root,
                   std::vector<const void*>& operands, std::int64_t piece_bytes)
    : team_(team),
      steps_(steps),
      areas_(areas),
      vectors_(vectors),
      elements_(elements),
      root_(root),
      operands_(operands),
      unit_(elements_of_unit(elements.stride)) {
  // What the others stage the root is to reduce meanwhile, so its pieces are shorter.
  constexpr std::int64_t most_for_root = 32 << 10;
  const std::int64_t most_bytes =
      is_reduced_by_root() ? std::min(piece_bytes, most_for_root) : piece_bytes;
  const std::int64_t most = std::max(most_bytes / elements.stride / unit_ * unit_, unit_);
  pieces_ = (vectors.count + most - 1) / most;
  const std::int64_t equal = (vectors.count + pieces_ - 1) / pieces_;
  piece_elements_ = (equal + unit_ - 1) / unit_ * unit_;
  pieces_ = (vectors.count + piece_elements_ - 1) / piece_elements_;
}

Status LongCall::run() {
  team_.begin(root_, calls_of_letters);
  first_step_ = steps_.begun + 1;
  steps_.begun += static_cast<std::uint64_t>(pieces_);
  for (std::int64_t turn = 0; turn < pieces_ + 2; ++turn) {
    if (turn < pieces_) stage(turn);
    if (turn >= 1 && turn <= pieces_) reduce_slice(turn - 1);
    if (turn >= 2) take(turn - 2);
  }
  // A rank that reduces has heard of all others.
  if (!is_reduced_by_root() || gets_result()) team_.note_all_have_begun();
  team_.finish();
  return status_;
}

Range LongCall::piece(std::int64_t index) const {
  return {.first = index * piece_elements_,
          .last = std::min((index + 1) * piece_elements_, vectors_.count)};
}

Range LongCall::slice(Range piece, int rank) const {
  if (is_reduced_by_root())
    return rank == root_ ? piece : Range{.first = piece.last, .last = piece.last};
  const std::int64_t units = (piece.size() + unit_ - 1) / unit_;
  const auto start = [&](std::int64_t of) {
    return std::min(piece.first + units * of / team_.ranks() * unit_, piece.last);
  };
  return {.first = start(rank), .last = start(rank + 1)};
}

void LongCall::note(Status status) {
  if (status == success || status_ != success) return;
  status_ = status;
  team_.note_failure();
}

/// Waits until what this rank staged in a step has been read.
void LongCall::await_readers(std::uint64_t step) {
  const int reader = steps_.readers[step % Area::steps];
  for (int rank = 0; rank < team_.ranks(); ++rank)
    if (reader == everyone || reader == rank)
      team_.await(team_.shown(Progress::reduced, rank), step);
}

void LongCall::stage(std::int64_t index) {
  const std::uint64_t now = step(index);
  // In clusters all ranks have waited for that already, by their leaders.
  if (now > Area::steps && team_.is_flat()) await_readers(now - Area::steps);
  steps_.readers[now % Area::steps] = is_reduced_by_root() ? root_ : everyone;
  const Range whole = piece(index);
  const Range own = slice(whole, team_.rank());
  std::byte* staged = area(team_.rank()).piece(now);
  if (elements_.packing != nullptr) {
    put(whole, whole, staged);
  } else {
    // This rank's own slice nobody else reads.
    put({.first = whole.first, .last = own.first}, whole, staged);
    put({.first = own.last, .last = whole.last}, whole, staged);
  }
  team_.show(Progress::staged, now);
}

void LongCall::put(Range part, Range piece, std::byte* staged) {
  note(elements_.put(staged + (part.first - piece.first) * elements_.stride,
                     moved(vectors_.input, part.first * elements_.layout.extent), part.size()));
}

void LongCall::reduce_slice(std::int64_t index) {
  const std::uint64_t now = step(index);
  const Range whole = piece(index);
  const Range own = slice(whole, team_.rank());
  const bool by_root = is_reduced_by_root();
  if (by_root && !gets_result()) return team_.show(Progress::reduced, now);
  team_.await_all(Progress::staged, now);
  for (int rank = 0; rank < team_.ranks(); ++rank) {
    if (by_root) note_failure_of(rank);
    operands_[static_cast<std::size_t>(rank)] =
        area(rank).piece(now) + (own.first - whole.first) * elements_.stride;
  }
  const std::int64_t offset = own.first * elements_.layout.extent;
  if (elements_.packing == nullptr)
    operands_[static_cast<std::size_t>(team_.rank())] = moved(vectors_.input, offset);
  // The slices written three steps ago have been taken by all: each did so before it staged the
  // piece that is reduced now.
  note(reduce({.first_leaf = 0,
               .leaves = team_.brackets().leaves(),
               .operands = operands_,
               .shared = by_root ? nullptr : area(team_.rank()).slice(now),
               .own = gets_result() ? moved(vectors_.result, offset) : nullptr,
               .count = own.size()},
              team_.brackets(), elements_));
  team_.show(Progress::reduced, now);
}

void LongCall::note_failure_of(int rank) {
  if (elements_.risk == Elements::Risk::may_fail && team_.has_failed(rank))
    note(elements_.others_failed);
}

void LongCall::take(std::int64_t index) {
  if (!team_.is_flat()) team_.await_all(Progress::reduced, step(index));
  if (!gets_result() || is_reduced_by_root()) return;
  // Each rank begins with another one, so that not all read from the same.
  for (int distance = 1; distance < team_.ranks(); ++distance)
    take_slice(index, (team_.rank() + distance) % team_.ranks());
}

void LongCall::take_slice(std::int64_t index, int rank) {
  const Range own = slice(piece(index), rank);
  if (team_.is_flat()) team_.await(team_.shown(Progress::reduced, rank), step(index));
  note_failure_of(rank);
  note(elements_.take(moved(vectors_.result, own.first * elements_.layout.extent),
                      area(rank).slice(step(index)), own.size()));
}

}  // namespace allfold::node
