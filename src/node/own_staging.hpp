/// @file Own staging: which of its process's staging areas a rank uses for the long calls of a
/// group.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "node/areas.hpp"
#include "node/staging.hpp"
#include "node/team.hpp"

namespace allfold::node {

class OwnStaging {
 public:
  /// `patience`: nanoseconds that a rank waits for readers of another group's data in its area
  /// before it takes another area.
  OwnStaging(StagingPool& pool, Team& team, Areas& areas, std::int64_t patience)
      : pool_(pool), team_(team), areas_(areas), patience_(patience) {}

  /// Takes an area for the next call of the group of `user`, after all other groups have finished
  /// reading in it, and sets it as the rank's own. There may be none.
  void take(std::shared_ptr<const Team> user, std::size_t room);
  /// Called within a call if the other ranks cannot map this rank's area, or there is none. Waits
  /// until the first area, which all ranks have mapped, can be taken, and sets it. Its readers
  /// finish in a correct program. Sets none if there is no memory for the room.
  void fall_back();
  /// The other ranks cannot map this rank's area: later calls use only the first area.
  void note_refusal() { are_others_refused_ = true; }
  /// Called after the call.
  void give_back();

 private:
  static constexpr std::int64_t without_end = std::int64_t{1} << 61;

  /// Takes the area that the group used last, if it is still available.
  [[nodiscard]] bool take_again();
  [[nodiscard]] std::shared_ptr<Staging> of_pool();
  [[nodiscard]] std::shared_ptr<Staging> first_of_pool(std::int64_t patience);
  void set(std::shared_ptr<Staging> staging);

  StagingPool& pool_;
  Team& team_;
  Areas& areas_;
  std::int64_t patience_;
  std::shared_ptr<const Team> user_;  ///< while a call runs
  std::size_t room_ = 0;
  std::shared_ptr<Staging> staging_;  ///< the one used last
  std::uint64_t latest_call_ = 0;     ///< the latest call that used an area
  bool are_others_refused_ = false;   ///< only the first area may be used
};

/// Takes a staging area for the duration of a long call.
class UseOfStaging {
 public:
  UseOfStaging(OwnStaging& staging, std::shared_ptr<const Team> user, std::size_t room)
      : staging_(staging) {
    staging_.take(std::move(user), room);
  }
  ~UseOfStaging() { staging_.give_back(); }
  UseOfStaging(const UseOfStaging&) = delete;
  UseOfStaging& operator=(const UseOfStaging&) = delete;

 private:
  OwnStaging& staging_;
};

}  // namespace allfold::node
