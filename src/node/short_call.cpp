#include "node/short_call.hpp"

#include "system/processor.hpp"

namespace allfold::node {

namespace {

/// Progressing MPI's messages takes as long as half a call.
constexpr std::uint64_t calls_between_keep_going = 64;

}  // namespace

int ShortCall::readers() const {
  if (team_.is_flat() || root_ == everyone) return root_;
  // A rank's output is read by its leader, or on the highest level by the root.
  return team_.leads_highest() ? root_ : team_.leader();
}

void ShortCall::begin(int readers, std::uint64_t calls_kept) {
  call_ = team_.begin(readers, calls_kept);
  team_.keep_going(calls_between_keep_going);
  note(vectors_.so_far);
}

exec::Status ShortCall::run() {
  begin(readers(),
        team_.is_flat() ? Slot::Inputs::calls_kept(bytes_) : Slot::Relays::calls_kept(bytes_));
  if (!reduces_own_in_place()) write_input();
  if (!team_.is_flat())
    by_clusters();
  else if (gets_result())
    reduce_slice({.first = 0, .last = vectors_.count});
  // A rank with the result has seen marks of this call from all ranks.
  if (gets_result() && !is_torn_) team_.note_all_have_begun();
  team_.finish();
  return status_;
}

// Allfold's own loops can read any memory of the user's. An input that is also the result does not
// qualify: it must not be overwritten before all operands are read.
bool ShortCall::reduces_own_in_place() const {
  return root_ == team_.rank() && team_.is_flat() && has_own_vectors() &&
         elements_.kind == Elements::Kind::plain && vectors_.input != vectors_.result;
}

void ShortCall::write_input() {
  const Entry own = team_.own().input.entry(call_, bytes_);
  note(elements_.put(own.data, vectors_.input, vectors_.count));
  fill(own);
}

void ShortCall::note_failure_of(CallMark& entry) const {
  team_.note_failure();
  // Tells the ranks on the way to the result that it cannot be computed.
  if (is_torn_ || status_ == elements_.mismatched)
    entry.signature.store(torn_signature, std::memory_order_relaxed);
}

void ShortCall::note_failures(int first, int last) {
  if (elements_.risk == Elements::Risk::none) return;
  for (int rank = first; rank < last; ++rank) note(failure_of(rank));
}

exec::Status ShortCall::scatter(int lanes) {
  begin(everyone, Slot::Inputs::calls_kept(bytes_));
  write_input();
  if (team_.rank() < lanes) {
    reduce_slice(slice_of_lane(vectors_.count, team_.rank(), lanes));
    if (!is_torn_) team_.note_all_have_begun();
  }
  team_.finish();
  return status_;
}

exec::Status ShortCall::gather(int lanes) {
  begin(root_, Slot::Inputs::calls_kept(bytes_));
  if (team_.rank() < lanes) {
    const Range own = slice_of_lane(vectors_.count, team_.rank(), lanes);
    const Entry entry = team_.own().input.entry(call_, bytes_);
    if (has_own_vectors()) note(elements_.put(entry.data, result_at(own.first), own.size()));
    fill(entry);
  }
  for (int lane = 0; gets_result() && lane < lanes; ++lane)
    if (lane != team_.rank()) take_slice(lane, lanes);
  team_.finish();
  return status_;
}

void ShortCall::reduce_slice(Range slice) {
  for (int rank = 0; rank < team_.ranks(); ++rank) prefetch(rank, slice);
  for (int rank = 0; rank < team_.ranks(); ++rank)
    operands_[static_cast<std::size_t>(rank)] =
        rank == team_.rank() && reduces_own_in_place()
            ? input_at(slice.first)
            : opened(rank, team_.slot(rank).input.entry(call_, bytes_)) +
                  slice.first * elements_.stride;
  note_failures(0, team_.ranks());
  if (!has_own_vectors() || is_torn_) return;
  note(reduce({.order = team_.order(),
               .operands = operands_,
               .own = result_at(slice.first),
               .count = slice.size(),
               .blocks = blocks_},
              elements_));
}

void ShortCall::prefetch(int rank, Range slice) const {
  if (fits_inline(bytes_) || !fits_small(bytes_) || rank == team_.rank()) return;
  const std::byte* const data = team_.slot(rank).input.entry(call_, bytes_).data;
  for (std::int64_t at = slice.first * elements_.stride; at < slice.last * elements_.stride;
       at += cache_line)
    system::prefetch(data + at);
}

void ShortCall::take_slice(int lane, int lanes) {
  const Range slice = slice_of_lane(vectors_.count, lane, lanes);
  const std::byte* from = opened(lane, team_.slot(lane).input.entry(call_, bytes_));
  note_failures(lane, lane + 1);
  if (is_torn_) return;
  note(elements_.take(result_at(slice.first), from, slice.size()));
}

void ShortCall::by_clusters() {
  for (int level = 0; level < team_.levels_led(); ++level) reduce_cluster(level);
  if (root_ == everyone ? team_.leads_highest() : root_ == team_.rank())
    reduce_all();
  else if (root_ == everyone)
    take_result();
}

void ShortCall::open_partials(std::span<const Cluster> clusters, int level) {
  std::size_t next = 0;
  for (const Cluster& cluster : clusters) {
    operands_[next++] = opened(cluster.first, partial(cluster.first, level));
    note_failures(cluster.first, cluster.first + 1);
  }
}

void ShortCall::reduce_cluster(int level) {
  const Cluster& cluster = team_.cluster(level);
  const Entry own = partial(team_.rank(), level);
  if (level == 0) {
    for (int rank = cluster.first; rank < cluster.last; ++rank)
      operands_[static_cast<std::size_t>(rank)] =
          opened(rank, team_.slot(rank).input.entry(call_, bytes_));
    note_failures(cluster.first, cluster.last);
  } else {
    open_partials(team_.clusters_in(level), level - 1);
  }
  if (is_torn_) return fill(own);
  note(reduce({.order = team_.order_of_cluster(level),
               .operands = operands_,
               .shared = own.data,
               .count = vectors_.count,
               .blocks = blocks_},
              elements_));
  fill(own);
}

void ShortCall::reduce_all() {
  open_partials(team_.clusters_in(team_.levels()), team_.levels() - 1);
  const Entry result = team_.own().result.entry(call_, bytes_);
  const bool has_others = root_ == everyone;
  if (is_torn_ && has_others) return fill(result);
  if (is_torn_ || (!has_others && !has_own_vectors())) return;
  std::optional<void*> own;
  if (has_own_vectors()) own = vectors_.result;
  note(reduce({.order = team_.order_of_highest(),
               .operands = operands_,
               .shared = has_others ? result.data : nullptr,
               .own = own,
               .count = vectors_.count,
               .blocks = blocks_},
              elements_));
  if (has_others) fill(result);
}

void ShortCall::take_result() {
  const int leader = team_.leader();
  const std::byte* result = opened(leader, team_.slot(leader).result.entry(call_, bytes_));
  note_failures(leader, leader + 1);
  if (team_.levels_led() > 0) {
    const Entry own = team_.own().result.entry(call_, bytes_);
    if (!is_torn_) system::copy_bytes(own.data, result, static_cast<std::size_t>(bytes_));
    fill(own);
  }
  if (is_torn_) return;
  note(elements_.take(vectors_.result, result, vectors_.count));
}

}  // namespace allfold::node
