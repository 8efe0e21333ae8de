/// @file Short vectors: every rank writes its vector for the ranks that get a result, and each of
/// these reduces what it wants of all vectors.
///
/// That takes one synchronisation. Up to 48 B, vector and mark share one cache line. In teams of
/// several clusters, leaders reduce their cluster's vectors level by level. The leaders of the
/// highest level each reduce the results of all clusters, as far as a rank below them wants it, and
/// the other ranks get what they want from their leaders.
#pragma once

#include <atomic>
#include <span>

#include "node/group_call.hpp"
#include "node/reduction.hpp"
#include "node/slices.hpp"

namespace allfold::node {

/// May run many times, for calls that differ only in their buffers.
class ShortCall : GroupCall {
 public:
  explicit ShortCall(const GroupCall& call);

  /// Runs with these vectors from now on, which have the same length.
  void take(const Vectors& vectors) { vectors_ = vectors; }
  exec::Status run();
  /// Only the copies of the lanes' slices.
  exec::Status gather(int lanes);

  /// Bytes of the longest vector that a team can reduce in a short call.
  [[nodiscard]] static std::int64_t most_bytes(const Team& team) {
    return static_cast<std::int64_t>(team.is_flat() ? Slot::most_short_bytes
                                                    : Slot::most_relayed_bytes);
  }

 private:
  /// `readers` read what this rank writes, in rings that keep at least `calls_kept` calls.
  void begin(int readers, std::uint64_t calls_kept) {
    status_ = vectors_.so_far;
    is_torn_ = false;
    Team& team = team_;  // a member would be read again after each store
    call_ = team.begin(readers, calls_kept);
    team.keep_going(calls_between_keep_going);
  }
  /// Progressing MPI's messages takes as long as half a call.
  static constexpr std::uint64_t calls_between_keep_going = 64;
  /// Which ranks read what this rank writes.
  [[nodiscard]] int readers() const;
  /// What this rank and those that it leads want of the result, from the first to the last element.
  [[nodiscard]] Range wanted_below() const;

  /// Reduces what this rank wants of all ranks' inputs.
  void reduce_own();
  /// The same if it wants a part of a vector that is not divided.
  void reduce_whole();
  /// Prefetches bytes of vectors while this rank waits for marks: other ranks may already have
  /// written them.
  static void prefetch(const Entry& entry, Range bytes);
  void prefetch_inputs(std::span<const int> ranks, Range bytes) const;
  void take_slice(int lane, int lanes);
  void by_clusters();
  /// Whether only this rank reads its vector, and can do so in the user's memory. Then the vector
  /// is not copied to shared memory. An input that is also the result does not qualify: it must not
  /// be overwritten before all operands are read.
  [[nodiscard]] bool reduces_own_in_place() const {
    return may_reduce_own_in_place_ && vectors_.input != vectors_.result && has_own_vectors();
  }
  void write_input() {
    const Entry own = input(team_.rank());
    note(elements_.put(own.data, vectors_.input, vectors_.count));
    fill(own);
  }
  /// Reduces the vectors of this rank's cluster of a level, for the next level.
  void reduce_cluster(int level);
  /// Reduces the results of the highest level's clusters, for this rank and those that it leads.
  void reduce_all();
  /// Copies what this rank wants from a whole result.
  void take_own(const std::byte* all);
  /// Copies the result of a rank, also for the ranks that this rank leads.
  void take_result(int from);
  /// The result of the only lane goes down the clusters.
  exec::Status spread();
  /// Uses these elements of the partial results of some clusters as the operands of a reduction.
  void open_partials(std::span<const Cluster> clusters, int level, Range elements);
  [[nodiscard]] Entry partial(int leader, int level) const {
    return team_.slot(leader).entry(Slot::partial_results(static_cast<std::size_t>(level), bytes_),
                                    call_);
  }
  [[nodiscard]] Entry input(int rank) const { return team_.slot(rank).entry(inputs_, call_); }
  [[nodiscard]] Entry result(int leader) const {
    return team_.slot(leader).entry(Slot::results(bytes_), call_);
  }

  /// Waits until `rank` has filled an entry for this call, and returns the data.
  const std::byte* opened(int rank, const Entry& entry) {
    if (!team_.await_entry(rank, *entry.mark, elements_.asked)) [[unlikely]]
      note_mismatch();
    return entry.data;
  }
  /// Marks an entry as filled. Release: makes its data visible.
  void fill(const Entry& entry) {
    // Read before the store: the compiler must assume that the store changes it.
    const bool has_failed = status_ != exec::success;
    // Relaxed: a release follows.
    entry.mark->signature.store(elements_.asked, std::memory_order_relaxed);
    if (has_failed) [[unlikely]]
      note_failure_of(*entry.mark);
    entry.mark->number.store(call_, std::memory_order_release);
  }
  /// For an entry that this rank fills although it has failed.
  [[gnu::cold]] void note_failure_of(CallMark& entry) const;
  [[nodiscard]] std::int64_t offset_of(std::int64_t element) const {
    return element * elements_.stride;
  }
  [[nodiscard]] Range bytes_of(const Range& elements) const {
    return {.first = offset_of(elements.first), .last = offset_of(elements.last)};
  }
  void note(exec::Status status) {
    if (status_ == exec::success) status_ = status;
  }
  /// Takes over the failures of ranks.
  void note_failure(int rank) { note_failures(std::span(&rank, 1)); }
  void note_failures(std::span<const int> ranks) {
    if (elements_.risk == Elements::Risk::none) [[likely]]
      return;
    for (const int rank : ranks) note(failure_of(rank));
  }

  std::int64_t bytes_;
  Ring inputs_;
  bool uses_clusters_;
  Range reduced_;    ///< what this rank reduces of all vectors; in clusters, what it provides
  bool keeps_part_;  ///< whether it wants only a part of that
  int readers_;
  std::uint64_t calls_kept_;
  bool may_reduce_own_in_place_;
  bool has_one_pair_;
  std::uint64_t call_ = 0;
};

}  // namespace allfold::node
