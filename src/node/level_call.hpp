/// @file Long vectors in teams with clusters: pieces are reduced level by level, as LevelPlan says.
///
/// While a piece is staged, the piece before it is reduced on all levels, and the result of the one
/// before that comes back down. In a Reduce it comes down only in the root's clusters, and for
/// shares where some rank wants it. If shares are equal, or slices of lanes, they are what the ranks
/// reduce at the highest level, and nothing comes down. A call may also be the second half of one
/// among several nodes: what the lanes have comes down.
///
/// A rank waits only for its partners; if several threads make calls, also for all ranks at the
/// start. The partners' marks also tell it when its memory may be overwritten. In an Allreduce
/// nothing more is needed: those that read this rank's part of a level while the result comes down
/// show a mark that this rank awaits before it reduces that level again, and those that read it on
/// the way up gave this rank the result. In other calls a rank also looks for later marks of its
/// readers: await_readers() on the way up, await_takers() on the way down.
#pragma once

#include <array>

#include "node/area_call.hpp"
#include "node/level_plan.hpp"

namespace allfold::node {

class LevelCall : public AreaCall {
 public:
  /// Only for elements that may be divided.
  LevelCall(const GroupCall& call, PlacesInUse& places, const Stage& stage, const LevelPlan& plan,
            Callers callers);

  /// For a plan without lanes.
  exec::Status run();
  /// For a plan with as many lanes as ranks have equal shares.
  exec::Status in_shares();
  /// For a plan with lanes: the second half.
  exec::Status gather();
  /// Whether the parts of all lanes have room; equal on all ranks.
  [[nodiscard]] bool have_lanes_room() const {
    return room_.most_of_piece >= *plan_.lanes() * room_.unit;
  }

 private:
  /// Limits pieces, so that the parts of all levels have room.
  [[nodiscard]] std::int64_t most_of_piece() const;
  void begin_by_levels(Kind kind, const Slices& slices);
  exec::Status end_by_levels();
  void find_places();
  /// What the call needs of the staging areas.
  [[nodiscard]] Introduction::Needs needs(Kind kind) const;
  /// Waits until the partners, or all ranks, have staged their first pieces. Returns false if one
  /// never will, or asks for something else.
  bool await_first();
  /// Waits for ranks that may still read what the latest call has left in this rank's area. Those
  /// that this rank reads from may not have compared yet what it asked for in that call, either.
  void await_former_readers();
  void put(std::int64_t index) override;
  /// Whether this rank reads its own part of the lowest level in the user's memory. A part of a piece
  /// of several lanes' slices is not in one place there.
  [[nodiscard]] bool reads_own_in_place() const {
    return elements_.packing == nullptr && !plan_.lanes();
  }
  /// Calls body(elements, position of the first of them) for the elements at these positions of a
  /// cycle, as far as they are next to each other in the vector.
  template <class Body>
  void for_runs(std::int64_t index, Range positions, Body body) const {
    while (positions.size() > 0) {
      const Range elements = slices_.elements_at(index, positions);
      body(elements, positions.first);
      positions.first += elements.size();
    }
  }
  /// Makes what a lane has gathered from other nodes the result of its part.
  void put_result(std::int64_t index);

  /// Reduces this rank's parts of a piece, from the lowest level up.
  void reduce_up(std::int64_t index);
  void reduce_lowest(std::int64_t index);
  void reduce_level(int level, std::int64_t index);
  /// Waits until what this rank wrote at a level three cycles ago was read. Returns false if the
  /// call is torn.
  bool await_readers(int level, std::int64_t index);
  /// The same for those who read it as the result came down.
  bool await_takers(int level, std::int64_t index);
  /// Reduces the elements from `first` on as far as they are in one part of each source. Returns
  /// the end.
  std::int64_t reduce_from(std::int64_t first, int level, std::int64_t index);
  /// Gets the results in this rank's parts, from the highest level down, and in the whole piece, as
  /// far as it is wanted.
  void come_down(std::int64_t index);
  /// Whether the result of a piece comes down to a cluster of a level.
  [[nodiscard]] bool comes_to(const Cluster& cluster, std::int64_t index) const;
  void complete_level(int level, std::int64_t index);
  void take_from_cluster(std::int64_t index);
  void take(int rank, const PartOf& part, std::int64_t index);

  /// Waits for a partner's mark. Returns false if the call is torn.
  bool await(int rank, const Mark& mark, std::int64_t index);
  [[nodiscard]] Mark& reduced_at(int rank, int level) const {
    return team_.slot(rank).reduced_at[static_cast<std::size_t>(level)].mark;
  }
  /// Shown when a rank has the result in its part of a level.
  [[nodiscard]] Mark& complete_at(int rank, int level) const {
    return level + 1 == plan_.levels()
               ? reduced_at(rank, level)
               : team_.slot(rank).complete_at[static_cast<std::size_t>(level)].mark;
  }
  void show(Mark& mark, std::int64_t index) const {
    if (!is_torn_) mark.store(cycle(index), std::memory_order_release);
  }
  /// Elements of a part, from the start of the piece.
  [[nodiscard]] Range in_piece(const PartOf& part, std::int64_t index) const {
    return part.of(slices_.size(index), unit_of_parts_);
  }
  /// Where a rank has its part of a level.
  [[nodiscard]] std::byte* place(int rank, int level, std::int64_t index) const {
    return areas_.of(rank)->slice(cycle(index)) +
           places_of_levels_[static_cast<std::size_t>(level)];
  }

  const LevelPlan& plan_;
  Callers callers_;
  std::int64_t unit_of_parts_ = 1;  ///< elements; those of lanes begin anywhere
  /// Bytes from the start of a cycle's slices to the part of a level; equal on all ranks.
  std::array<std::size_t, most_levels + 1> places_of_levels_ = {};
};

}  // namespace allfold::node
