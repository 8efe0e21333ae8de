#include "node/short_call.hpp"

#include <algorithm>

#include "system/processor.hpp"

namespace allfold::node {

int ShortCall::readers() const {
  if (!uses_clusters_ || (root_ == everyone && !wanted_.are_shares())) return root_;
  // A rank's output is read by its leader, or on the highest level by the root or by all leaders.
  // Those that read results show in the next call that they have done so.
  return team_.tree().leads_highest() ? root_ : team_.tree().leader();
}

ShortCall::ShortCall(const GroupCall& call)
    : GroupCall(call),
      bytes_(vectors_.count * elements_.stride),
      inputs_(Slot::inputs(bytes_)),
      uses_clusters_(team_.may_use_clusters(elements_.order)),
      reduced_(wanted_below()),
      keeps_part_(own_.size() < reduced_.size()),
      readers_(readers()),
      calls_kept_(uses_clusters_ ? Slot::results(bytes_).calls_kept() : inputs_.calls_kept()),
      // Allfold's own loops can read any memory of the user's.
      may_reduce_own_in_place_(root_ == team_.rank() && !uses_clusters_ &&
                               elements_.kind == Elements::Kind::plain),
      has_one_pair_(order().pairs().size() == 1 && elements_.packing == nullptr) {}

Range ShortCall::wanted_below() const {
  if (!wanted_.are_shares()) return own_;
  Range all = own_;
  if (uses_clusters_ && team_.tree().levels_led() > 0)
    for (const int rank : team_.tree().cluster(team_.tree().levels_led() - 1).ranks) {
      const Range of_rank = wanted_.of(rank, vectors_.count);
      if (of_rank.size() == 0) continue;
      all = all.size() == 0 ? of_rank
                            : Range{.first = std::min(all.first, of_rank.first),
                                    .last = std::max(all.last, of_rank.last)};
    }
  const bool is_whole = elements_.division == schedule::Division::none && all.size() > 0;
  return is_whole ? Range{.first = 0, .last = vectors_.count} : all;
}

exec::Status ShortCall::run() {
  begin(readers_, calls_kept_);
  if (!reduces_own_in_place()) write_input();
  if (uses_clusters_)
    by_clusters();
  else if (gets_result())
    reduce_own();
  // A rank that has some of the result has seen marks of this call from all ranks.
  if (reduced_.size() > 0 && !is_torn_) team_.note_all_have_begun();
  team_.finish();
  return status_;
}

void ShortCall::note_failure_of(CallMark& entry) const {
  team_.note_failure(own_failure());
  // Tells the ranks on the way to the result that it cannot be computed.
  if (own_failure() == Team::Failure::mismatch)
    entry.signature.store(torn_signature, std::memory_order_relaxed);
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

void ShortCall::reduce_own() {
  if (!fits_inline(bytes_) && fits_small(bytes_)) [[unlikely]]
    prefetch_inputs(team_.all(), bytes_of(reduced_));
  const int own = reduces_own_in_place() ? team_.rank() : everyone;
  const std::int64_t offset = offset_of(reduced_.first);
  for (int rank = 0; rank < team_.ranks(); ++rank)
    operands_[static_cast<std::size_t>(rank)] =
        rank == own ? vectors_.input : opened(rank, input(rank)) + offset;
  note_failures(team_.all());
  if (!has_own_vectors() || is_torn_) return;
  if (keeps_part_) [[unlikely]]
    return reduce_whole();
  void* const result = vectors_.result;
  // Two ranks.
  if (has_one_pair_) return note(elements_.reduce(result, operands_[0], operands_[1], own_.size()));
  note(reduce({.order = order(),
               .operands = operands_,
               .own = result,
               .count = own_.size(),
               .blocks = blocks_},
              elements_));
}

void ShortCall::reduce_whole() {
  std::byte* const whole = extra_block();
  note(reduce({.order = order(),
               .operands = operands_,
               .shared = whole,
               .count = vectors_.count,
               .blocks = blocks_},
              elements_));
  take_own(whole);
}

void ShortCall::take_own(const std::byte* all) {
  if (is_torn_ || !has_own_vectors()) return;
  note(elements_.take(vectors_.result, all + offset_of(own_.first), own_.size()));
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
  if (reduced_.size() == 0) return;
  if (root_ != everyone || team_.tree().leads_highest())
    reduce_all();
  else
    take_result(team_.tree().leader());
}

void ShortCall::open_partials(std::span<const Cluster> clusters, int level, Range elements) {
  if (!fits_inline(bytes_))
    for (const Cluster& cluster : clusters)
      if (cluster.leader() != team_.rank())
        prefetch(partial(cluster.leader(), level), bytes_of(elements));
  std::size_t next = 0;
  for (const Cluster& cluster : clusters) {
    operands_[next++] =
        opened(cluster.leader(), partial(cluster.leader(), level)) + offset_of(elements.first);
    note_failure(cluster.leader());
  }
}

void ShortCall::reduce_cluster(int level) {
  const Cluster& cluster = team_.tree().cluster(level);
  const Entry own = partial(team_.rank(), level);
  const Range all{.first = 0, .last = vectors_.count};
  if (level == 0) {
    if (!fits_inline(bytes_)) prefetch_inputs(cluster.ranks, bytes_of(all));
    for (const int rank : cluster.ranks)
      operands_[static_cast<std::size_t>(rank)] = opened(rank, input(rank));
    note_failures(cluster.ranks);
  } else {
    open_partials(team_.tree().clusters_in(level), level - 1, all);
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
  const int levels = team_.tree().levels();
  open_partials(team_.tree().clusters_in(levels), levels - 1, reduced_);
  const Entry all = result(team_.rank());
  const bool has_others = root_ == everyone;
  if (is_torn_ && has_others) return fill(all);
  if (is_torn_ || (!has_others && !has_own_vectors())) return;
  std::optional<void*> own;
  if (has_own_vectors() && !keeps_part_) own = vectors_.result;
  note(reduce({.order = team_.tree().order_of_cluster(levels),
               .operands = operands_,
               .shared = has_others ? all.data + offset_of(reduced_.first) : nullptr,
               .own = own,
               .count = reduced_.size(),
               .blocks = blocks_},
              elements_));
  if (has_others) fill(all);
  if (keeps_part_) take_own(all.data);
}

void ShortCall::take_result(int from) {
  const std::byte* const all = opened(from, result(from));
  note_failure(from);
  if (team_.tree().levels_led() > 0) {
    const Entry own = result(team_.rank());
    const std::int64_t first = offset_of(reduced_.first);
    if (!is_torn_)
      system::copy_bytes(own.data + first, all + first,
                         static_cast<std::size_t>(offset_of(reduced_.size())));
    fill(own);
  }
  take_own(all);
}

}  // namespace allfold::node
