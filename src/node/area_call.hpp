/// @file Calls through the staging areas: what is staged where, and when it may be overwritten.
#pragma once

#include "node/areas.hpp"
#include "node/group_call.hpp"
#include "node/introduction.hpp"
#include "node/slices.hpp"

namespace allfold::node {

/// A vector passes through the staging areas in pieces, one per cycle.
class AreaCall : protected GroupCall {
 public:
  /// Where pieces of up to `piece_bytes` bytes are staged.
  struct Stage {
    Areas& areas;
    OwnStaging& own;
    std::int64_t piece_bytes;
    std::size_t room;  ///< bytes per piece for which all ranks have memory
  };
  AreaCall(const AreaCall&) = delete;
  AreaCall& operator=(const AreaCall&) = delete;

  /// Whether the call was given up, on all ranks, because a rank's area could not be mapped. Then
  /// nothing was reduced, and the call must use another way. Only for calls for which
  /// without_areas() is `another_way`.
  [[nodiscard]] bool was_given_up() const { return is_given_up_; }

 protected:
  AreaCall(const GroupCall& call, PlacesInUse& places, const Stage& stage);
  ~AreaCall() = default;

  /// The kind of call, which is equal on all ranks. ReadCall uses further numbers.
  enum class Kind : std::uint8_t {
    in_slices = 1,
    in_whole_pieces,
    in_shares,
    gather,
    by_levels,
    in_shares_by_levels,
    gather_by_levels
  };
  [[nodiscard]] Kind kind() const { return kind_; }
  [[nodiscard]] static constexpr bool is_by_levels(Kind kind) { return kind >= Kind::by_levels; }
  /// Begins a call with the cycles of `slices`.
  void begin(Kind kind, const Slices& slices, const Introduction::Needs& needs);
  exec::Status end();

  [[nodiscard]] std::uint64_t cycle(std::int64_t index) const {
    return first_cycle_ + static_cast<std::uint64_t>(index);
  }
  [[nodiscard]] Team::Step step(std::int64_t index) const;
  /// Starts to use this rank's place for a cycle. In the first cycle it also shows what this rank
  /// asks for.
  void open(std::int64_t index, int readers);
  /// Waits until all ranks have reached a cycle. Returns false if one never will.
  bool await_all(Progress progress, std::int64_t index);
  /// Waits until the memory of the cycle is free, copies a piece into this rank's area, and shows
  /// it. `readers`: which ranks read it.
  void stage(std::int64_t index, int readers);
  /// Copies this rank's data of a cycle into its area.
  virtual void put(std::int64_t index) = 0;
  /// Called before anything is reduced: makes sure that all readers have mapped the areas.
  void settle_areas();
  /// Whether this rank may access the areas of this call.
  [[nodiscard]] bool has_areas() const {
    return !is_torn_ && !is_given_up_ && areas_.are_all_here() && !introduction_.lacks_own();
  }
  /// What a call that reduces does without areas: elements that fit are reduced by short calls.
  [[nodiscard]] Introduction::Otherwise without_areas() const;

  PlacesInUse& places_;
  Areas& areas_;
  Introduction introduction_;
  Slices::Room room_;
  std::size_t room_of_areas_;  ///< bytes per piece
  Slices slices_;

 private:
  Kind kind_ = Kind::in_slices;
  std::uint64_t first_cycle_ = 0;
  std::int64_t staged_ = 0;  ///< number of pieces
  bool is_given_up_ = false;
};

}  // namespace allfold::node
