#include "select/ruled_way.hpp"

#include <algorithm>
#include <bit>

namespace allfold::select {

namespace {

bool matches(const rules::Rule& rule, const LongVectors& vectors, std::int64_t bytes) {
  return rule.collective == vectors.collective && rule.ranks.holds(vectors.ranks) &&
         rule.ranks_per_node.holds(vectors.ranks_per_node) && rule.bytes.holds(bytes) &&
         (rule.operations.empty() ||
          std::ranges::find(rule.operations, rules::OperationClass::predefined) !=
              rule.operations.end());
}

}  // namespace

std::optional<algorithms::WayParameter> ruled_way(const rules::Rules& rules,
                                                  const LongVectors& vectors) {
  const auto bytes =
      static_cast<std::int64_t>(std::bit_floor(static_cast<std::uint64_t>(vectors.bytes)));
  for (const rules::Rule& rule : rules.rules) {
    const rules::Threshold* line = matches(rule, vectors, bytes) ? rule.line_for(bytes) : nullptr;
    if (line != nullptr && line->first_way) return line->first_way;
  }
  return std::nullopt;
}

}  // namespace allfold::select
