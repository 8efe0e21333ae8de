/// @file First ways: the way of long calls of which nothing has been found out yet.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "node/elements.hpp"
#include "node/team.hpp"
#include "node/way.hpp"

namespace allfold::node {

/// Calls that are served in one way.
struct CallClass {
  /// Who gets the result.
  enum class Results : std::uint8_t { of_root, of_all } results = Results::of_all;
  /// The greatest power of two that is not more than the vector's bytes is 2^size.
  int size = 0;
};
[[nodiscard]] CallClass class_of(int root, std::int64_t bytes);

struct FirstWay {
  Way way = Way::sliced;
  enum class Source : std::uint8_t {
    usual,  ///< what suits most machines
    rules   ///< what was measured on this one
  } source = Source::usual;
};

/// What is known of plain elements on this machine, for a number of ranks.
class FirstWays {
 public:
  void set(const CallClass& calls, Way way) { ways_[index_of(calls)] = way; }
  [[nodiscard]] std::optional<Way> get(const CallClass& calls) const {
    return ways_[index_of(calls)];
  }
  static constexpr int sizes = 63;  ///< of CallClass

 private:
  static std::size_t index_of(const CallClass& calls) {
    const std::size_t row = calls.results == CallClass::Results::of_all ? 0 : sizes;
    return row + static_cast<std::size_t>(calls.size);
  }
  std::array<std::optional<Way>, 2 * static_cast<std::size_t>(sizes)> ways_ = {};
};

enum class Reading : std::uint8_t { possible, impossible };

/// Alike on all ranks. What is known is left out where it cannot be done: in clusters, or where
/// others' vectors cannot be read.
[[nodiscard]] FirstWay first_way(const CallClass& calls, Elements::Kind kind, const Team& team,
                                 const FirstWays& known, Reading reading);

/// Whether a way can be the quickest one of a team.
[[nodiscard]] bool is_worth_trying(Way way, const CallClass& calls, const Team& team);

}  // namespace allfold::node
