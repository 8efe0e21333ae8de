#include "select/ruled_way.hpp"

#include <cstdlib>
#include <utility>

#include "text/size_class.hpp"

namespace allfold::select {

namespace {

/// Steps by a factor of two. Further away other things count, such as the size of a cache.
constexpr int most_steps = 2;

int size_of(const rules::RuledWay& ruled) { return text::size_class_of(ruled.bytes) - 1; }

}  // namespace

std::optional<algorithms::Way> ruled_way(const rules::Rules& rules, schedule::Collective collective,
                                         int ranks, int size) {
  const rules::RuledWay* nearest = nullptr;
  const auto distance = [&](const rules::RuledWay& ruled) {
    return std::pair(std::abs(size_of(ruled) - size), size_of(ruled));
  };
  for (const rules::RuledWay& ruled : rules.ways)
    if (ruled.collective == collective && ruled.ranks == ranks &&
        (nearest == nullptr || distance(ruled) < distance(*nearest)))
      nearest = &ruled;
  if (nearest == nullptr || distance(*nearest).first > most_steps) return std::nullopt;
  return nearest->first;
}

}  // namespace allfold::select
