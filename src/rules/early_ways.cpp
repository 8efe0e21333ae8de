/// The list `ways` of early rules files: first ways of long vectors through shared memory, which are
/// rules now.

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "rules/keys.hpp"
#include "rules/reader.hpp"
#include "text/format.hpp"

namespace allfold::rules {

std::optional<KnownWay> RulesReader::early_way(const Spot& spot, std::vector<MeasuredTime>& times) {
  const std::size_t mistakes = form_.mistakes();
  if (!form_.is_object(spot, rules_forms()[way_form])) return std::nullopt;
  KnownWay known{.line = spot.node->line};
  with(spot, "collective", [&](const Spot& member) {
    known.collective = collective(member).value_or(known.collective);
  });
  measured_ranks(spot, 2, known.ranks);
  number(spot, "bytes", 1, known.bytes);
  with(spot, "first", [&](const Spot& member) {
    if (const auto name = form_.text(member, R"("sliced")"))
      known.first = way(member, *name).value_or(known.first);
  });
  with(spot, "times", [&](const Spot& member) { times_of_ways(member, times); });
  if (form_.mistakes() > mistakes) return std::nullopt;
  // Only people wrote ways without times.
  known.by = times.empty() ? RuleAuthor::person : RuleAuthor::tuner;
  return known;
}

void RulesReader::times_of_ways(const Spot& spot, std::vector<MeasuredTime>& times) {
  if (spot.node->kind != JsonNode::Kind::object || spot.node->children.empty()) {
    form_.say(spot, R"(no times: expected at least one way, for example )"
                    R"({"sliced": [2e-5, 1.9e-5, 2.2e-5]}; or remove times)");
    return;
  }
  for (const JsonNode& child : spot.node->children) {
    const Spot time{.node = &child, .path = spot.path};
    const auto named = way(time, child.key);
    if (!named) continue;
    if (auto read = seconds(time, candidate_of(*named))) times.push_back(std::move(*read));
  }
}

// Before all other rules: those of people have to stay before those of the tuner.
void RulesReader::early_ways(const Spot& spot, Rules& rules) {
  if (!form_.is_list(spot, R"([{"collective": "allreduce", ...}])")) return;
  std::vector<KnownWay> known;
  std::map<std::tuple<schedule::Collective, int, std::int64_t>, int> lines;
  for (const Spot& element : spot.elements()) {
    std::vector<MeasuredTime> times;
    const auto read = early_way(element, times);
    if (!read) continue;
    const auto [first, is_new] =
        lines.emplace(std::tuple(read->collective, read->ranks, read->bytes), read->line);
    if (!is_new)
      form_.say(
          read->line, spot.path,
          duplicate(text::format("{} on {} ranks, {} bytes", schedule::name_of(read->collective),
                                 read->ranks, read->bytes),
                    first->second));
    known.push_back(*read);
    Measurement measured{.collective = read->collective,
                         .ranks = read->ranks,
                         .ranks_per_node = read->ranks,
                         .bytes = read->bytes,
                         .times = std::move(times)};
    if (!measured.times.empty() &&
        std::ranges::none_of(rules.measured_ways, [&](const Measurement& each) {
          return subject_of(each) == subject_of(measured);
        }))
      rules.measured_ways.push_back(std::move(measured));
  }
  const std::vector<Rule> of_ways = rules_of(known);
  rules.rules.insert(rules.rules.begin(), of_ways.begin(), of_ways.end());
}

}  // namespace allfold::rules
