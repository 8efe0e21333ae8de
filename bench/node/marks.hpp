/// @file Marks: how ranks of the designs wait for each other.
#pragma once

#include <cstdint>

#include "system/processor.hpp"

namespace allfold::bench {

/// A counter of its owner's progress, in a cache line of its own.
struct alignas(64) Mark {
  system::Shared<std::uint64_t> count = 0;
};

/// Returns when the mark has reached a number.
inline void await(const Mark& mark, std::uint64_t number) {
  const auto has_come = [&] { return mark.count.load() >= number; };
  while (!system::poll(has_come)) system::pause();
}

}  // namespace allfold::bench
