#include "select/ruled_way.hpp"

#include <cstdlib>
#include <utility>

#include "text/size_class.hpp"

namespace allfold::select {

namespace {

/// The largest distance, in factors of two. Beyond it other things matter, such as the size of a
/// cache.
constexpr int most_steps = 2;

}  // namespace

std::optional<algorithms::Way> ruled_way(const rules::Rules& rules, schedule::Collective collective,
                                         int ranks, std::int64_t bytes) {
  const int size = text::size_class_of(bytes);
  const rules::RuledWay* nearest = nullptr;
  const auto distance = [&](const rules::RuledWay& ruled) {
    const int of_ruled = text::size_class_of(ruled.bytes);
    return std::pair(std::abs(of_ruled - size), of_ruled);
  };
  for (const rules::RuledWay& ruled : rules.ways)
    if (ruled.collective == collective && ruled.ranks == ranks &&
        (nearest == nullptr || distance(ruled) < distance(*nearest)))
      nearest = &ruled;
  if (nearest == nullptr || distance(*nearest).first > most_steps) return std::nullopt;
  return nearest->first;
}

}  // namespace allfold::select
