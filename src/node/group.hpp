/// @file Group: Allreduce and Reduce among ranks that share memory.
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
#include "node/long_call.hpp"
#include "node/own_staging.hpp"
#include "node/peer_memory.hpp"
#include "node/read_call.hpp"
#include "node/staging.hpp"
#include "node/team.hpp"
#include "node/way_trials.hpp"

namespace allfold::node {

/// From what lengths on vectors go another way. All ranks of a group have the same.
struct Lengths {
  std::int64_t most_short_bytes = 4096;  ///< longer vectors are reduced in slices
  std::int64_t piece_bytes = 256 << 10;  ///< at most Area::piece_bytes
  friend bool operator==(const Lengths&, const Lengths&) = default;
};

class Group : public std::enable_shared_from_this<Group> {
 public:
  /// What a rank knows of another: its slot, as it is seen here, where its area was when the group
  /// was made, and what the slot was used for up to then.
  struct Member {
    std::shared_ptr<Slot> slot;
    Areas::Seen area;
    std::uint64_t counted = 0;  ///< Slot::counted
  };
  /// `members` are in rank order. Their slots begin anew; `stagings` are this process's, and
  /// outlive the group.
  struct Setup {
    std::vector<Member> members;
    int rank = 0;
    Brackets brackets;
    Topology topology;
    Lengths lengths;
    Waiting waiting;
    StagingPool* stagings = nullptr;
    std::unique_ptr<PeerMemory> peers;  ///< null: others' vectors cannot be read
    FirstWays first_ways = {};          ///< what is known of this machine; alike on all ranks
    /// So many nanoseconds this rank waits for those that read in its staging area what another
    /// group left there, before it takes another area.
    std::int64_t patience = 10'000'000;
    TellOfLongWait tell_of_long_wait = nullptr;
  };
  explicit Group(Setup setup);
  Group(const Group&) = delete;
  Group& operator=(const Group&) = delete;

  /// Maps the areas of the other ranks that are not yet mapped; all have memory. Returns whether they
  /// could be.
  [[nodiscard]] bool find_areas() noexcept { return areas_.find_others(); }

  /// Waits until all ranks have said how they came to the group; returns whether all are members.
  [[nodiscard]] bool have_all_joined();

  /// Tells the others whether this rank could do its part of what they all do before a call that
  /// needs so much room, and returns whether all could. Not again, once a rank could not. `torn`: the
  /// call needs other room on other ranks, or none; this rank has begun and ended it.
  enum class Able : std::uint8_t { no, yes, torn };
  [[nodiscard]] Able are_all_able(Able own, std::size_t room);

  /// Evaluates, for every element, the group's brackets over the operands in rank order. The result
  /// may be the input; only the root's is written, or `everyone`'s. `way`: of long vectors, alike on
  /// all ranks; none: what the calls before have shown to be the quickest.
  [[nodiscard]] exec::Status reduce(const Vectors& vectors, const Elements& elements, int root,
                                    std::optional<Way> way = std::nullopt);

  /// The same of vectors that are short, and not empty.
  [[nodiscard]] exec::Status reduce_short(const Vectors& vectors, const Elements& elements,
                                          int root);

  /// The two halves of an Allreduce or Reduce between which others may come: each of the first
  /// `lanes` ranks gets its slice of the reduction, as `slice_of_lane` says, at its place in the
  /// result...
  [[nodiscard]] exec::Status scatter(const Vectors& vectors, const Elements& elements, int lanes);
  /// ...and the slices, which lie in their ranks' results, go to all, or to the root.
  [[nodiscard]] exec::Status gather(const Vectors& vectors, const Elements& elements, int lanes,
                                    int root);
  static constexpr int most_lanes = Area::piece_bytes / most_element_bytes;

  /// What the latest call has found out, once.
  [[nodiscard]] std::optional<Verdict> take_verdict() {
    return std::exchange(verdict_, std::nullopt);
  }

  /// How vectors of such elements go that are not short, as long as no call has shown more.
  [[nodiscard]] FirstWay first_way_of(const CallClass& calls, Elements::Kind kind) const;

  [[nodiscard]] const Team& team() const { return team_; }
  /// The highest number that this rank has given a call.
  [[nodiscard]] std::uint64_t counted() const { return team_.latest_call(); }
  /// A rank that has asked for something else in the latest call that has failed so, once.
  [[nodiscard]] std::optional<Team::Other> take_other() { return team_.take_other(); }
  /// Whether Allreduce and Reduce of so many bytes need no staging areas. Alike on all ranks.
  [[nodiscard]] bool is_short(std::int64_t bytes) const;
  /// The room that they need there, or none.
  [[nodiscard]] std::size_t room_for(std::int64_t bytes) const {
    return is_short(bytes) ? 0 : node::room_for(bytes);
  }
  /// What the halves need.
  static constexpr std::size_t room_of_halves = Area::piece_bytes;

 protected:
  /// In rank order.
  [[nodiscard]] const std::vector<std::shared_ptr<Slot>>& slots() const { return slots_; }

 private:
  [[nodiscard]] bool is_short(const Vectors& vectors, const Elements& elements) const;
  [[nodiscard]] GroupCall call(const Vectors& vectors, const Elements& elements, int root);
  [[nodiscard]] LongCall long_call(const GroupCall& call);
  /// `otherwise`: the way where some rank cannot read others' vectors.
  exec::Status run_long(const Vectors& vectors, const Elements& elements, int root, Way way,
                        Way otherwise);
  /// By staging areas, or where they cannot be found, in short calls, one after the other.
  exec::Status stage(const Vectors& vectors, const Elements& elements, int root, Way way);
  /// Ends a call in which a read was refused, in another way.
  exec::Status stage_rest(const ReadCall& read, const Vectors& vectors, const Elements& elements,
                          int root, Way way);
  exec::Status reduce_long(const Vectors& vectors, const Elements& elements, int root,
                           std::optional<Way> way);
  /// For what a ReadCall reads, which stages nothing: this rank's staging area, if it has one.
  [[nodiscard]] ReadCall::Buffer buffer(std::int64_t bytes);
  /// What keeps the group, as long as others may read from an area that it has used.
  [[nodiscard]] std::shared_ptr<const Team> as_user() { return {shared_from_this(), &team_}; }
  /// In place of a call of which this rank has found out before that others ask for something else.
  Able leave_torn_call();

  std::vector<std::shared_ptr<Slot>> slots_;
  Team team_;
  Lengths lengths_;
  Areas areas_;
  OwnStaging staging_;
  std::uint64_t told_before_ = 0;  ///< which call, of are_all_able()
  std::uint64_t rounds_ = 0;       ///< before that call
  PlacesInUse places_;
  std::unique_ptr<PeerMemory> peers_;  ///< null on all ranks, once one of them was refused a read
  FirstWays first_ways_;
  WayTrials trials_;
  std::optional<Verdict> verdict_;
  GroupCall::Room room_of_calls_;
};

}  // namespace allfold::node
