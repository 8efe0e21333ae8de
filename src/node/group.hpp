/// @file Group: Allreduce, Reduce and Reduce_scatter among ranks that share memory.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "node/areas.hpp"
#include "node/elements.hpp"
#include "node/group_call.hpp"
#include "node/level_call.hpp"
#include "node/long_call.hpp"
#include "node/own_staging.hpp"
#include "node/peer_memory.hpp"
#include "node/read_call.hpp"
#include "node/short_call.hpp"
#include "node/staging.hpp"
#include "node/team.hpp"
#include "node/way_trials.hpp"

namespace allfold::node {

/// Limits on lengths, in bytes; equal on all ranks of a group.
struct Lengths {
  std::int64_t most_short_bytes = 4096;  ///< longer vectors are staged or read
  std::int64_t piece_bytes = 256 << 10;  ///< per cycle of a long vector, at most Area::piece_bytes
  friend bool operator==(const Lengths&, const Lengths&) = default;
};

class Group : public std::enable_shared_from_this<Group> {
 public:
  /// What a rank knows of another rank: its slot, as mapped here; where its areas are; and up to
  /// which number its slot had counted.
  struct Member {
    std::shared_ptr<Slot> slot;
    Areas::Seen areas;
    std::uint64_t counted = 0;  ///< Slot::counted
  };
  /// `members` are in rank order, with new slots. `stagings` are this process's, and must outlive
  /// the group.
  struct Setup {
    std::vector<Member> members;
    int rank = 0;
    Hierarchy hierarchy;
    Lengths lengths;
    Waiting waiting;
    StagingPool* stagings = nullptr;
    Callers callers = Callers::several_threads;
    std::unique_ptr<PeerMemory> peers;  ///< null if others' vectors cannot be read
    FirstWays first_ways = {};          ///< measured on this machine; equal on all ranks
    /// Nanoseconds that this rank waits for readers of another group's data in its staging area
    /// before it takes another area.
    std::int64_t patience = 10'000'000;
    TellOfLongWait tell_of_long_wait = nullptr;
    std::uint64_t identity = 0;  ///< for LongWait: equal on all ranks, and of no other group
  };
  explicit Group(Setup setup);
  Group(const Group&) = delete;
  Group& operator=(const Group&) = delete;

  /// Maps the first areas of the other ranks that are not mapped yet. Returns whether all could be
  /// mapped.
  [[nodiscard]] bool find_areas() noexcept { return areas_.find_first_ones(team_); }

  /// Waits until each rank has said whether it joined the group. Returns whether all are members.
  [[nodiscard]] bool have_all_joined();

  /// Before a call that needs `room` bytes per piece: tells the other ranks whether this rank is
  /// able to do its part (`own`), and returns whether all ranks are. Must not be called again once
  /// a rank was not able. `torn`: other ranks need another room in this call, or none; the call is
  /// over on this rank.
  enum class Able : std::uint8_t { no, yes, torn };
  [[nodiscard]] Able are_all_able(Able own, std::size_t room);

  /// Reduces the operands of all ranks, element by element, bracketed as by the group's hierarchy,
  /// or as by the tree F of all ranks if the hierarchy is not in the rank order that is needed. Each
  /// rank gets what it wants of the result. Where ranks want shares, their input may overlap it only
  /// as Vectors::result says. `way`: for long vectors, equal on all ranks; if empty, the fastest way
  /// found by earlier calls.
  [[nodiscard]] exec::Status reduce(const Vectors& vectors, const Elements& elements,
                                    const Wanted& wanted, std::optional<Way> way = std::nullopt);

  /// Calls of reduce() for vectors that are short, not empty, and as long as `vectors`. The group
  /// and `elements` must outlive it.
  [[nodiscard]] ShortCall short_call(const Vectors& vectors, const Elements& elements,
                                     const Wanted& wanted) {
    return ShortCall(call(vectors, elements, wanted));
  }

  /// Must be called on all ranks before scatter() and gather() with so many lanes, and should be
  /// called on all ranks, with the number of ranks, before calls in which each wants an equal share:
  /// otherwise these take longer. Throws std::bad_alloc.
  void prepare_lanes(int lanes);
  /// The first half of an Allreduce or Reduce, for callers that reduce across nodes in between:
  /// each of the first `lanes` ranks gets its slice of the reduction, as by slice_of_lane(), at the
  /// slice's place in its result: the slices are equal shares of these ranks.
  [[nodiscard]] exec::Status scatter(const Vectors& vectors, const Elements& elements, int lanes);
  /// The second half: copies the slices from the results of the lanes to all ranks, or to the root.
  [[nodiscard]] exec::Status gather(const Vectors& vectors, const Elements& elements, int lanes,
                                    int root);
  static constexpr int most_lanes = Area::piece_bytes / most_element_bytes;

  /// The result of trials that the latest call has ended, once; empty if there is none.
  [[nodiscard]] std::optional<TrialResult> take_trial_result() {
    return std::exchange(trial_result_, std::nullopt);
  }

  /// The way of long vectors of such elements before any trial.
  [[nodiscard]] FirstWay first_way_of(const CallClass& calls, Elements::Kind kind) const;

  [[nodiscard]] const Team& team() const { return team_; }
  /// The highest call number that this rank has used.
  [[nodiscard]] std::uint64_t counted() const { return team_.latest_call(); }
  /// A rank that asked for something else in the latest call that failed for that reason; reported
  /// once.
  [[nodiscard]] std::optional<Team::Other> take_other() { return team_.take_other(); }
  /// Whether calls of `bytes` bytes need no staging areas; equal on all ranks.
  [[nodiscard]] bool is_short(std::int64_t bytes) const;
  /// The room, in bytes per piece, that such calls need in the staging areas; 0 if none.
  [[nodiscard]] std::size_t room_for(std::int64_t bytes) const {
    return is_short(bytes) ? 0 : node::room_for(bytes);
  }
  /// The room that scatter() and gather() need.
  static constexpr std::size_t room_of_halves = Area::piece_bytes;

 protected:
  /// By rank.
  [[nodiscard]] const std::vector<std::shared_ptr<Slot>>& slots() const { return slots_; }

 private:
  [[nodiscard]] bool is_short(const Vectors& vectors, const Elements& elements) const;
  [[nodiscard]] GroupCall call(const Vectors& vectors, const Elements& elements,
                               const Wanted& wanted) {
    return {team_, vectors, elements, wanted, room_of_calls_};
  }
  /// The plan that was prepared for so many lanes; null if none was, or in flat teams.
  [[nodiscard]] const LevelPlan* plan_of(int lanes) const;
  /// The plan of lanes for equal shares; null if there is none, or ranks want something else.
  [[nodiscard]] const LevelPlan* plan_for(const Wanted& wanted) const {
    const LevelPlan* const plan = wanted.are_shares() ? plan_of(wanted.sharers()) : nullptr;
    return plan != nullptr && wanted.are_equal_shares_of(*plan->lanes()) ? plan : nullptr;
  }
  /// `otherwise`: the way to use if a rank cannot read others' vectors.
  exec::Status run_long(const Vectors& vectors, const Elements& elements, const Wanted& wanted,
                        Way way, Way otherwise);
  [[nodiscard]] AreaCall::Stage stage_of_call(std::size_t room) {
    return {.areas = areas_, .own = staging_, .piece_bytes = lengths_.piece_bytes, .room = room};
  }
  /// The elements of a part of a call's vectors.
  [[nodiscard]] Vectors part_of(const Vectors& all, const Range& part, const Elements& elements,
                                const Wanted& wanted) const;
  /// Whether long vectors of such elements are reduced level by level.
  [[nodiscard]] bool is_by_levels(const Elements& elements) const {
    return team_.may_use_clusters(elements.order) && elements.division != schedule::Division::none;
  }
  /// Runs a call through staging areas, which have `room` bytes per piece, or as a sequence of short
  /// calls if areas cannot be mapped.
  exec::Status stage(const Vectors& vectors, const Elements& elements, const Wanted& wanted,
                     Way way, std::size_t room);
  struct Staged {
    exec::Status status;
    bool is_given_up;  ///< as AreaCall::was_given_up()
  };
  Staged stage_by_levels(const GroupCall& call, const Wanted& wanted, std::size_t room);
  /// Reduces, by another way, what a call has not reduced because a read was refused.
  exec::Status stage_rest(const ReadCall& read, const Vectors& vectors, const Elements& elements,
                          const Wanted& wanted, Way way);
  exec::Status reduce_long(const Vectors& vectors, const Elements& elements, const Wanted& wanted,
                           std::optional<Way> way);
  /// The buffer of a ReadCall, which stages nothing: this rank's staging area, if it has one.
  [[nodiscard]] ReadCall::Buffer buffer(std::int64_t bytes);
  /// A pointer that keeps the group while others may read from an area that it has used.
  [[nodiscard]] std::shared_ptr<const Team> as_user() { return {shared_from_this(), &team_}; }
  /// Begins and ends the next call as a torn one: this rank has found, before that call, that
  /// others ask for something else.
  Able leave_torn_call();

  std::vector<std::shared_ptr<Slot>> slots_;
  Team team_;
  Hierarchy hierarchy_;
  std::optional<LevelPlan> plan_;                     ///< not in flat teams
  std::vector<std::unique_ptr<LevelPlan>> of_lanes_;  ///< those that were prepared
  Lengths lengths_;
  Areas areas_;
  OwnStaging staging_;
  std::uint64_t told_before_ = 0;  ///< the call before which are_all_able() was last called
  std::uint64_t rounds_ = 0;       ///< calls of are_all_able() before that call
  PlacesInUse places_;
  Callers callers_;
  std::unique_ptr<PeerMemory> peers_;  ///< null on all ranks after one of them was refused a read
  FirstWays first_ways_;
  WayTrials trials_;
  std::optional<TrialResult> trial_result_;
  GroupCall::Room room_of_calls_;
};

}  // namespace allfold::node
