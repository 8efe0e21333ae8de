/// Rules, and the kernels and first ways that they choose.

#include "algorithms/kernel_name.hpp"
#include "rules/keys.hpp"
#include "rules/reader.hpp"
#include "rules/segment_length.hpp"
#include "text/format.hpp"
#include "text/nearest.hpp"

namespace allfold::rules {

std::optional<Rule> RulesReader::rule(const Spot& spot) {
  if (!form_.is_object(spot, rules_forms()[rule_form])) return std::nullopt;
  Rule rule{.line = spot.node->line};
  bool is_known = false;
  with(spot, "collective", [&](const Spot& member) {
    const auto found = collective(member);
    is_known = found.has_value();
    rule.collective = found.value_or(rule.collective);
  });
  with(spot, "operations", [&](const Spot& member) { operations(member, rule); });
  rule.ranks = {.from = 1};
  rule.ranks_per_node = {.from = 1};
  with(spot, "ranks", [&](const Spot& member) {
    if (const auto range = form_.range<int>(member)) rule.ranks = *range;
  });
  with(spot, "ranks-per-node", [&](const Spot& member) { ranks_per_node(member, rule); });
  with(spot, "bytes", [&](const Spot& member) {
    if (const auto range = form_.range<std::int64_t>(member)) rule.bytes = *range;
  });
  with(spot, "by", [&](const Spot& member) { author(member, rule); });
  // If the collective is not known, it is not known either which kernels serve it.
  if (is_known) with(spot, "choose", [&](const Spot& member) { thresholds(member, rule); });
  return rule;
}

void RulesReader::operations(const Spot& spot, Rule& rule) {
  if (!form_.is_list(spot, R"(["predefined"])")) return;
  for (const Spot& element : spot.elements())
    if (const auto read = operation(element)) rule.operations.push_back(*read);
}

void RulesReader::ranks_per_node(const Spot& spot, Rule& rule) {
  const auto range = form_.range<int>(spot);
  if (!range) return;
  rule.ranks_per_node = *range;
  if (range->from > rule.ranks.to)
    form_.say(
        spot,
        text::format(
            "no node holds {} ranks: the rule is for {} at most; lower the first number to {}",
            range->from, rule.ranks.to, rule.ranks.to));
}

void RulesReader::author(const Spot& spot, Rule& rule) {
  const auto name = form_.text(spot, "\"tuner\"");
  if (name && *name == by_tuner)
    rule.by = RuleAuthor::tuner;
  else if (name)
    form_.say(
        spot,
        text::format(
            "invalid author '{}': expected \"tuner\", which only the tuner writes; remove \"by\"",
            *name));
}

void RulesReader::thresholds(const Spot& spot, Rule& rule) {
  if (!form_.is_list(spot, R"([{"kernel": "native"}])")) return;
  const std::vector<Spot> lines = spot.elements();
  for (const Spot& line : lines)
    if (auto read = threshold(line, rule)) rule.thresholds.push_back(std::move(*read));
  limits(lines);
}

std::optional<Threshold> RulesReader::threshold(const Spot& spot, const Rule& rule) {
  if (!form_.is_object(spot, rules_forms()[line_form])) return std::nullopt;
  Threshold threshold;
  number(spot, "to-bytes", 0, threshold.to_bytes);
  with(spot, "kernel", [&](const Spot& member) {
    const auto name = form_.text(member, R"("native")");
    if (!name) return;
    threshold.use = kernel(member, *name, rule.collective);
    if (threshold.use) check_ranks(member, *threshold.use, rule.ranks);
  });
  with(spot, "segment", [&](const Spot& member) {
    const auto text = form_.text(member, R"("64k")");
    if (text && threshold.use) segment(member, *text, *threshold.use);
  });
  with(spot, "first-way", [&](const Spot& member) {
    if (const auto name = form_.text(member, R"("sliced")"))
      threshold.first_way = way(member, *name);
  });
  const bool has_kernel = spot.member("kernel").has_value();
  if (!has_kernel && !spot.member("first-way"))
    form_.say(spot,
              "kernel is missing: every line needs it, or first-way, or both; add \"kernel\"");
  if (!has_kernel && spot.member("segment"))
    form_.say(*spot.member("segment"),
              R"(there is no kernel: it would have no effect; add "kernel", or remove "segment")");
  return threshold;
}

/// Checks that the limits of lines ascend, and that only the last line has none.
void RulesReader::limits(const std::vector<Spot>& lines) {
  std::int64_t before = -1;
  for (const Spot& line : lines) {
    const bool is_last = &line == &lines.back();
    const auto limit = line.member("to-bytes");
    if (!limit && !is_last)
      form_.say(line,
                "to-bytes is missing: only the last entry may be without it, or those after it "
                "would never hold; add \"to-bytes\"");
    if (limit && is_last)
      form_.say(*limit,
                "the last line has a limit: expected a line for all longer vectors; remove "
                "to-bytes, or add a line without it");
    if (!limit || limit->node->kind != JsonNode::Kind::whole || limit->node->whole < 0) continue;
    if (limit->node->whole <= before)
      form_.say(*limit,
                text::format(
                    "{} comes after {}: expected lines in ascending order of to-bytes; sort them",
                    limit->node->whole, before));
    before = limit->node->whole;
  }
}

std::optional<algorithms::WayParameter> RulesReader::way(const Spot& spot, std::string_view name) {
  if (const auto named = algorithms::way_named(name)) return named;
  form_.say(spot, text::format("unknown way '{}'{}: expected {}", name,
                               text::did_you_mean(name, algorithms::names_of_ways),
                               algorithms::expected_ways));
  return std::nullopt;
}

std::optional<RuledKernel> RulesReader::kernel(const Spot& spot, std::string_view name,
                                               schedule::Collective collective) {
  if (name == "native") return RuledKernel{};
  std::string error;
  const algorithms::NamedKernel named = algorithms::parse_kernel(name, error, "native");
  if (named.kernel == nullptr) {
    form_.say(spot, error);
    return std::nullopt;
  }
  if (!named.kernel->serves(collective)) {
    form_.say(spot,
              text::format("{} does not serve {}: it is for the other collective only; use another "
                           "one ('allfold list' shows all), or native",
                           named.kernel->name, schedule::name_of(collective)));
    return std::nullopt;
  }
  return RuledKernel{.kernel = named.kernel, .parameters = named.parameters};
}

void RulesReader::segment(const Spot& spot, std::string_view text, RuledKernel& ruled) {
  std::int64_t bytes = segment_by_transport;
  if (const std::string problem = set_segment(bytes, text); !problem.empty())
    form_.say(spot, problem);
  else if (ruled.is_native())
    form_.say(spot, "native takes no segment: it would have no effect; remove \"segment\"");
  else if (bytes != segment_by_transport)
    ruled.segment_bytes = bytes;
}

/// Checks that a composition suits the ranks of its rule; for lanes it depends on the nodes.
void RulesReader::check_ranks(const Spot& spot, const RuledKernel& ruled, const Range<int>& ranks) {
  const algorithms::Composition& composition = ruled.parameters.composition;
  if (composition.empty() || ruled.kernel->carrier == algorithms::Carrier::both) return;
  const std::int64_t composed = algorithms::ranks_of(composition);
  if (ranks.from == composed && ranks.to == composed) return;
  form_.say(spot, text::format("'{}' composes {} ranks: expected a rule for this number only; "
                               "write \"ranks\": [{}, {}], or remove steps",
                               algorithms::text_of(composition), composed, composed, composed));
}

}  // namespace allfold::rules
