/// The first ways of long vectors through shared memory, in a rules file.

#include <map>
#include <tuple>

#include "rules/keys.hpp"
#include "rules/reader.hpp"
#include "text/format.hpp"
#include "text/nearest.hpp"

namespace allfold::rules {

std::optional<RuledWay> RulesReader::way(const Spot& spot) {
  const std::size_t mistakes = form_.mistakes();
  if (!form_.is_object(spot, rules_forms()[way_form])) return std::nullopt;
  RuledWay ruled{.line = spot.node->line};
  with(spot, "collective", [&](const Spot& member) {
    ruled.collective = collective(member).value_or(ruled.collective);
  });
  number(spot, "ranks", 2, ruled.ranks);
  number(spot, "bytes", 1, ruled.bytes);
  with(spot, "first", [&](const Spot& member) {
    if (const auto name = form_.text(member, R"("sliced")"))
      ruled.first = way_named(member, *name).value_or(ruled.first);
  });
  with(spot, "times", [&](const Spot& member) { times_of_ways(member, ruled); });
  if (form_.mistakes() > mistakes) return std::nullopt;
  return ruled;
}

std::optional<algorithms::Way> RulesReader::way_named(const Spot& spot, std::string_view name) {
  if (const auto named = algorithms::way_named(name)) return named;
  form_.say(spot, text::format("unknown way '{}'{}: expected {}", name,
                               text::did_you_mean(name, algorithms::names_of_ways),
                               algorithms::expected_ways));
  return std::nullopt;
}

void RulesReader::times_of_ways(const Spot& spot, RuledWay& ruled) {
  if (spot.node->kind != JsonNode::Kind::object || spot.node->children.empty()) {
    form_.say(spot, R"(no times: expected at least one way, for example )"
                    R"({"sliced": [2e-5, 1.9e-5, 2.2e-5]}; or remove times)");
    return;
  }
  for (const JsonNode& child : spot.node->children) {
    const Spot time{.node = &child, .path = spot.path};
    const auto way = way_named(time, child.key);
    if (!way) continue;
    if (auto read = seconds(time, candidate_of(*way))) ruled.times.push_back(std::move(*read));
  }
}

void RulesReader::check_ways(const Spot& spot, const std::vector<RuledWay>& ways) {
  std::map<std::tuple<schedule::Collective, int, std::int64_t>, int> lines;
  for (const RuledWay& ruled : ways) {
    const auto [known, is_new] =
        lines.emplace(std::tuple(ruled.collective, ruled.ranks, ruled.bytes), ruled.line);
    if (!is_new)
      form_.say(
          ruled.line, spot.path,
          duplicate(text::format("{} on {} ranks, {} bytes", schedule::name_of(ruled.collective),
                                 ruled.ranks, ruled.bytes),
                    known->second));
  }
}

}  // namespace allfold::rules
