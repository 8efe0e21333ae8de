/// @file Short vectors: every rank writes its own for those that get the result, each of which reduces
/// them all.
///
/// One synchronisation. Up to 48 B vector and mark are one cache line. In teams of several clusters
/// leaders reduce their cluster's vectors, level by level, those of the highest level all of these,
/// and the others get the result from their leaders.
#pragma once

#include <atomic>
#include <span>

#include "node/group_call.hpp"
#include "node/reduction.hpp"
#include "node/slices.hpp"

namespace allfold::node {

class ShortCall : GroupCall {
 public:
  explicit ShortCall(const GroupCall& call)
      : GroupCall(call), bytes_(vectors_.count * elements_.stride) {}

  exec::Status run();
  /// Only the reductions: each lane's slice of the result is made on its own rank. For teams of one
  /// cluster.
  exec::Status scatter(int lanes);
  /// Only the copies, of the lanes' slices.
  exec::Status gather(int lanes);

  /// The longest vectors that a team can reduce so.
  [[nodiscard]] static std::int64_t most_bytes(const Team& team) {
    return static_cast<std::int64_t>(team.is_flat() ? Slot::most_short_bytes
                                                    : Slot::most_relayed_bytes);
  }

 private:
  void begin(int readers, std::uint64_t calls_kept);
  /// Who reads what this rank writes.
  [[nodiscard]] int readers() const;

  /// Of all ranks' input, a slice of the vectors.
  void reduce_slice(Range slice);
  /// Asks for a rank's vector while its mark is waited for: the rank may be ahead.
  void prefetch(int rank, Range slice) const;
  void take_slice(int lane, int lanes);
  void by_clusters();
  /// Whether this rank alone reads its vector, and can do so in the user's memory: then it is not
  /// written for others.
  [[nodiscard]] bool reduces_own_in_place() const;
  void write_input();
  /// Of this rank's cluster of a level, to where the next level finds it.
  void reduce_cluster(int level);
  /// Of the highest level, to wherever this rank has to give it.
  void reduce_all();
  /// From this rank's leader, for itself and for those that it leads.
  void take_result();
  /// Makes the partial results of some clusters the operands of a reduction.
  void open_partials(std::span<const Cluster> clusters, int level);
  [[nodiscard]] Entry partial(int leader, int level) const {
    return team_.slot(leader).partials[static_cast<std::size_t>(level)].entry(call_, bytes_);
  }

  /// Waits for an entry to be filled for this call by a rank, and returns what is in it.
  const std::byte* opened(int rank, const Entry& entry) {
    if (!team_.await_entry(rank, *entry.call, elements_.asked)) [[unlikely]]
      note_mismatch();
    return entry.data;
  }
  /// Says that an entry is filled; release: so that what is in it is seen.
  void fill(const Entry& entry) {
    // Looked at first: to the compiler the store might change it.
    const bool has_failed = status_ != exec::success;
    // Relaxed: the release follows.
    entry.call->signature.store(elements_.asked, std::memory_order_relaxed);
    if (has_failed) [[unlikely]]
      note_failure_of(*entry.call);
    entry.call->call.store(call_, std::memory_order_release);
  }
  /// Of an entry that this rank fills, though it has failed.
  [[gnu::cold]] void note_failure_of(CallMark& entry) const;
  void note(exec::Status status) {
    if (status_ == exec::success) status_ = status;
  }
  /// Takes over the failures of ranks [first, last).
  void note_failures(int first, int last);

  std::int64_t bytes_;
  std::uint64_t call_ = 0;
};

}  // namespace allfold::node
