/// @file Own staging: which of its process's staging areas a rank uses for the long calls of a group.
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
  /// `patience`: so many nanoseconds a rank waits for those that read what another group left in its
  /// area, before it takes another one.
  OwnStaging(StagingPool& pool, Team& team, Areas& areas, std::int64_t patience)
      : pool_(pool), team_(team), areas_(areas), patience_(patience) {}

  /// For the next call of a group, whose pointer this is: takes an area, if there is any, once no
  /// group reads any more what is in it, and sets it as the rank's own.
  void take(std::shared_ptr<const Team> user, std::size_t room);
  /// In the middle of a call: the other ranks cannot map this area, or there is none. Waits until
  /// the first area can be taken, which all have mapped, and sets it. Ranks that read it come, in a
  /// correct program. None if there is no memory for so much room.
  void fall_back();
  /// The other ranks cannot map this area: no later call tries it.
  void note_refusal() { are_others_refused_ = true; }
  /// After the call.
  void give_back();

 private:
  static constexpr std::int64_t without_end = std::int64_t{1} << 61;

  /// The one that the group used last, if it is still there.
  [[nodiscard]] bool take_again();
  [[nodiscard]] std::shared_ptr<Staging> of_pool();
  [[nodiscard]] std::shared_ptr<Staging> first_of_pool(std::int64_t patience);
  void set(std::shared_ptr<Staging> staging);

  StagingPool& pool_;
  Team& team_;
  Areas& areas_;
  std::int64_t patience_;
  std::shared_ptr<const Team> user_;  ///< as long as a call runs
  std::size_t room_ = 0;
  std::shared_ptr<Staging> staging_;  ///< that was used last
  std::uint64_t latest_call_ = 0;     ///< that used any
  bool are_others_refused_ = false;   ///< only the first area is taken
};

/// Of a long call, for as long as it runs.
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
