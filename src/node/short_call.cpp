#include "node/short_call.hpp"

#include "system/processor.hpp"

namespace allfold::node {

int ShortCall::readers() const {
  if (!uses_clusters_ || root_ == everyone) return root_;
  // A rank's output is read by its leader, or on the highest level by the root.
  return team_.tree().leads_highest() ? root_ : team_.tree().leader();
}

ShortCall::ShortCall(const GroupCall& call)
    : GroupCall(call),
      bytes_(vectors_.count * elements_.stride),
      inputs_(Slot::inputs(bytes_)),
      uses_clusters_(team_.may_use_clusters(elements_.order)),
      readers_(readers()),
      calls_kept_(uses_clusters_ ? Slot::results(bytes_).calls_kept() : inputs_.calls_kept()),
      // Allfold's own loops can read any memory of the user's.
      may_reduce_own_in_place_(root_ == team_.rank() && !uses_clusters_ &&
                               elements_.kind == Elements::Kind::plain),
      has_one_pair_(order().pairs().size() == 1 && elements_.packing == nullptr) {}

exec::Status ShortCall::run() {
  begin(readers_, calls_kept_);
  if (!reduces_own_in_place()) write_input();
  if (uses_clusters_)
    by_clusters();
  else if (gets_result())
    reduce_slice({.first = 0, .last = vectors_.count});
  // A rank with the result has seen marks of this call from all ranks.
  if (gets_result() && !is_torn_) team_.note_all_have_begun();
  team_.finish();
  return status_;
}

void ShortCall::note_failure_of(CallMark& entry) const {
  team_.note_failure(own_failure());
  // Tells the ranks on the way to the result that it cannot be computed.
  if (own_failure() == Team::Failure::mismatch)
    entry.signature.store(torn_signature, std::memory_order_relaxed);
}

exec::Status ShortCall::scatter(int lanes) {
  begin(everyone, inputs_.calls_kept());
  write_input();
  if (team_.rank() < lanes) {
    reduce_slice(slice_of_lane(vectors_.count, team_.rank(), lanes));
    if (!is_torn_) team_.note_all_have_begun();
  }
  team_.finish();
  return status_;
}

exec::Status ShortCall::gather(int lanes) {
  if (lanes == 1 && !team_.is_flat() && root_ == everyone) return spread();
  begin(root_, inputs_.calls_kept());
  if (team_.rank() < lanes) {
    const Range own = slice_of_lane(vectors_.count, team_.rank(), lanes);
    const Entry entry = input(team_.rank());
    if (has_own_vectors()) note(elements_.put(entry.data, result_at(own.first), own.size()));
    fill(entry);
  }
  for (int lane = 0; gets_result() && lane < lanes; ++lane)
    if (lane != team_.rank()) take_slice(lane, lanes);
  team_.finish();
  return status_;
}

exec::Status ShortCall::spread() {
  constexpr int lane = 0;
  begin(everyone, Slot::results(bytes_).calls_kept());
  if (team_.rank() == lane) {
    const Entry all = result(lane);
    if (has_own_vectors()) note(elements_.put(all.data, vectors_.result, vectors_.count));
    fill(all);
  } else {
    take_result(team_.tree().leads_highest() ? lane : team_.tree().leader());
  }
  team_.finish();
  return status_;
}

void ShortCall::reduce_slice(Range slice) {
  if (!fits_inline(bytes_) && fits_small(bytes_)) [[unlikely]]
    prefetch_inputs(team_.all(), {.first = slice.first * elements_.stride,
                                  .last = slice.last * elements_.stride});
  const int own = reduces_own_in_place() ? team_.rank() : everyone;
  for (int rank = 0; rank < team_.ranks(); ++rank)
    operands_[static_cast<std::size_t>(rank)] =
        rank == own ? input_at(slice.first)
                    : opened(rank, input(rank)) + slice.first * elements_.stride;
  note_failures(team_.all());
  if (!has_own_vectors() || is_torn_) return;
  void* const result = result_at(slice.first);
  // Two ranks.
  if (has_one_pair_)
    return note(elements_.reduce(result, operands_[0], operands_[1], slice.size()));
  note(reduce({.order = order(),
               .operands = operands_,
               .own = result,
               .count = slice.size(),
               .blocks = blocks_},
              elements_));
}

void ShortCall::prefetch(const Entry& entry, Range bytes) {
  for (std::int64_t at = bytes.first; at < bytes.last; at += cache_line)
    system::prefetch(entry.data + at);
}

void ShortCall::prefetch_inputs(std::span<const int> ranks, Range bytes) const {
  for (const int rank : ranks)
    if (rank != team_.rank()) prefetch(input(rank), bytes);
}

void ShortCall::take_slice(int lane, int lanes) {
  const Range slice = slice_of_lane(vectors_.count, lane, lanes);
  const std::byte* from = opened(lane, input(lane));
  note_failure(lane);
  if (is_torn_) return;
  note(elements_.take(result_at(slice.first), from, slice.size()));
}

void ShortCall::by_clusters() {
  for (int level = 0; level < team_.tree().levels_led(); ++level) reduce_cluster(level);
  if (root_ == everyone ? team_.tree().leads_highest() : root_ == team_.rank())
    reduce_all();
  else if (root_ == everyone)
    take_result(team_.tree().leader());
}

void ShortCall::open_partials(std::span<const Cluster> clusters, int level) {
  if (!fits_inline(bytes_))
    for (const Cluster& cluster : clusters)
      if (cluster.leader() != team_.rank())
        prefetch(partial(cluster.leader(), level), {.first = 0, .last = bytes_});
  std::size_t next = 0;
  for (const Cluster& cluster : clusters) {
    operands_[next++] = opened(cluster.leader(), partial(cluster.leader(), level));
    note_failure(cluster.leader());
  }
}

void ShortCall::reduce_cluster(int level) {
  const Cluster& cluster = team_.tree().cluster(level);
  const Entry own = partial(team_.rank(), level);
  if (level == 0) {
    if (!fits_inline(bytes_)) prefetch_inputs(cluster.ranks, {.first = 0, .last = bytes_});
    for (const int rank : cluster.ranks)
      operands_[static_cast<std::size_t>(rank)] = opened(rank, input(rank));
    note_failures(cluster.ranks);
  } else {
    open_partials(team_.tree().clusters_in(level), level - 1);
  }
  if (is_torn_) return fill(own);
  note(reduce({.order = team_.tree().order_of_cluster(level),
               .operands = operands_,
               .shared = own.data,
               .count = vectors_.count,
               .blocks = blocks_},
              elements_));
  fill(own);
}

void ShortCall::reduce_all() {
  open_partials(team_.tree().clusters_in(team_.tree().levels()), team_.tree().levels() - 1);
  const Entry all = result(team_.rank());
  const bool has_others = root_ == everyone;
  if (is_torn_ && has_others) return fill(all);
  if (is_torn_ || (!has_others && !has_own_vectors())) return;
  std::optional<void*> own;
  if (has_own_vectors()) own = vectors_.result;
  note(reduce({.order = team_.tree().order_of_cluster(team_.tree().levels()),
               .operands = operands_,
               .shared = has_others ? all.data : nullptr,
               .own = own,
               .count = vectors_.count,
               .blocks = blocks_},
              elements_));
  if (has_others) fill(all);
}

void ShortCall::take_result(int from) {
  const std::byte* const all = opened(from, result(from));
  note_failure(from);
  if (team_.tree().levels_led() > 0) {
    const Entry own = result(team_.rank());
    if (!is_torn_) system::copy_bytes(own.data, all, static_cast<std::size_t>(bytes_));
    fill(own);
  }
  if (is_torn_ || !has_own_vectors()) return;
  note(elements_.take(vectors_.result, all, vectors_.count));
}

}  // namespace allfold::node
