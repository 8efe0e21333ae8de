/// @file Group: Allreduce and Reduce among ranks that share memory.
#pragma once

#include <memory>
#include <vector>

#include "node/elements.hpp"
#include "node/long_call.hpp"
#include "node/team.hpp"

namespace allfold::node {

class Group;

/// A process's staging area, and the group that used it last: its ranks may still read from it.
/// Groups that can be in a call at the same time have different ones.
struct Staging {
  Area* area = nullptr;
  std::shared_ptr<Group> latest_user;
  std::uint64_t latest_call = 0;  ///< of that group
};

/// From what lengths on vectors go another way. All ranks of a group have the same.
struct Lengths {
  std::int64_t most_short_bytes = 4096;  ///< longer vectors are reduced in slices
  std::int64_t piece_bytes = 256 << 10;  ///< at most Area::piece_bytes
  friend bool operator==(const Lengths&, const Lengths&) = default;
};

class Group : public std::enable_shared_from_this<Group> {
 public:
  /// What a rank knows of another: where its memory is seen here.
  struct Member {
    Slot* slot;
    Area* area;
  };
  /// `members` are in rank order. Their slots are all zero; `staging` holds this rank's area.
  struct Description {
    std::vector<Member> members;
    int rank = 0;
    Brackets brackets;
    Topology topology;
    Lengths lengths;
    Waiting waiting;
    std::shared_ptr<Staging> staging;
  };
  explicit Group(Description description);
  Group(const Group&) = delete;
  Group& operator=(const Group&) = delete;

  /// Both evaluate, for every element, the group's brackets over the operands in rank order. The
  /// result may be the input. Of Reduce only the root's is written.
  [[nodiscard]] Status allreduce(const Vectors& vectors, const Elements& elements) {
    return run(vectors, elements, everyone);
  }
  [[nodiscard]] Status reduce(const Vectors& vectors, const Elements& elements, int root) {
    return run(vectors, elements, root);
  }

  /// The two halves of an Allreduce or Reduce between which others may come: each of the first
  /// `lanes` ranks gets its part of the reduction, as `part_of_lane` says, at its place in the
  /// result...
  [[nodiscard]] Status scatter(const Vectors& vectors, const Elements& elements, int lanes);
  /// ...and the parts, which lie in their ranks' results, go to all, or to the root.
  [[nodiscard]] Status gather(const Vectors& vectors, const Elements& elements, int lanes,
                              int root);
  static constexpr int most_lanes = Area::piece_bytes / most_element_bytes;

 private:
  [[nodiscard]] bool is_short(const Vectors& vectors, const Elements& elements) const;
  [[nodiscard]] LongCall long_call(const Vectors& vectors, const Elements& elements, int root);
  Status run(const Vectors& vectors, const Elements& elements, int root);
  /// Takes the staging area over, once the other group that used it last has done with it.
  void take_staging();

  Team team_;
  Lengths lengths_;
  std::vector<Area*> areas_;
  std::shared_ptr<Staging> staging_;
  Steps steps_;
  std::vector<const void*> operands_;  ///< of a call; by rank
};

}  // namespace allfold::node
