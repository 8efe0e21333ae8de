/// @file First ways: the way of long calls that have not been tried yet.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "node/elements.hpp"
#include "node/team.hpp"
#include "node/wanted.hpp"
#include "node/way.hpp"

namespace allfold::node {

/// Calls that use the same way.
struct CallClass {
  /// Which ranks get the result: one, all, or each its own share.
  enum class Results : std::uint8_t { of_root, of_all, own } results = Results::of_all;
  static constexpr std::size_t kinds_of_results = 3;
  /// ⌊log2⌋ of the vector's bytes.
  int size = 0;
};
[[nodiscard]] CallClass class_of(const Wanted& wanted, std::int64_t bytes);

struct FirstWay {
  Way way = Way::sliced;
  enum class Source : std::uint8_t {
    usual,  ///< the default for most machines
    rules   ///< measured on this machine
  } source = Source::usual;
};

/// The fastest ways that were measured on this machine, for plain elements and one number of ranks.
class FirstWays {
 public:
  void set(const CallClass& calls, Way way) { ways_[index_of(calls)] = way; }
  [[nodiscard]] std::optional<Way> get(const CallClass& calls) const {
    return ways_[index_of(calls)];
  }
  static constexpr int sizes = 63;  ///< the number of values of CallClass::size

 private:
  static std::size_t index_of(const CallClass& calls) {
    const auto row = static_cast<std::size_t>(calls.results);
    return row * static_cast<std::size_t>(sizes) + static_cast<std::size_t>(calls.size);
  }
  std::array<std::optional<Way>, CallClass::kinds_of_results* static_cast<std::size_t>(sizes)>
      ways_ = {};
};

enum class Reading : std::uint8_t { possible, impossible };

/// The first way of calls; equal on all ranks. A measured way is ignored if it is not possible: in
/// clusters, if other ranks' vectors cannot be read, or if no rank wants more than its share.
[[nodiscard]] FirstWay first_way(const CallClass& calls, Elements::Kind kind, const Team& team,
                                 const FirstWays& known, Reading reading);

/// Whether a way can be the fastest one of a team.
[[nodiscard]] bool is_worth_trying(Way way, const CallClass& calls, const Team& team);

}  // namespace allfold::node
