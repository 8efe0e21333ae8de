/// @file Mutation: a fault that an execution has on purpose, to show that the check finds it.
#pragma once

#include <cstdint>
#include <functional>

namespace allfold::node_check {

struct Mutation {
  enum class Kind : std::uint8_t {
    none,
    relaxed_loads,   ///< loads that acquire do not
    relaxed_stores,  ///< stores that release do not
    no_waits,        ///< ranks that wait for these variables only do not wait
    early_stores     ///< the next release comes to memory before the data that a rank has written
  };
  Kind kind = Kind::none;
  /// Whether a variable is concerned.
  std::function<bool(const void*)> concerns = {};

  [[nodiscard]] bool is(Kind which, const void* at) const { return kind == which && concerns(at); }
};

}  // namespace allfold::node_check
