#include "select/ruled.hpp"

#include <algorithm>

#include "select/completed.hpp"
#include "text/format.hpp"

namespace allfold::select {

namespace {

bool holds(const rules::Rule& rule, const Problem& problem) {
  const rules::OperationClass operation = operation_class_of(problem);
  return rule.collective == problem.collective && rule.ranks.holds(problem.ranks) &&
         rule.ranks_per_node.holds(ranks_per_node_of(problem)) && rule.bytes.holds(problem.bytes) &&
         (rule.operations.empty() ||
          std::ranges::find(rule.operations, operation) != rule.operations.end());
}

/// Where a rule comes from, for example "rules.json:12".
std::string name_of(const rules::Rule& rule, const rules::Rules& rules) {
  return rule.line == 0 ? "online tuning in this program"
                        : text::format("{}:{}", rules.source, rule.line);
}

std::string reason_of(const rules::Rule& rule, const rules::Threshold& line, const Problem& problem,
                      const rules::Rules& rules) {
  const bool is_last = line.to_bytes == std::numeric_limits<std::int64_t>::max();
  return text::format("{}, {} ranks, {}", name_of(rule, rules), problem.ranks,
                      !is_last ? text::format("up to {} B", line.to_bytes)
                      : rule.thresholds.size() == 1
                          ? std::string("any length")
                          : text::format("above {} B", (&line - 1)->to_bytes));
}

std::string_view obstacle_of_native(AllowedBrackets brackets) {
  return brackets == AllowedBrackets::class_f
             ? "does not bracket operands as ALLFOLD_REPRODUCIBLE=1 requires"
             : "";
}

}  // namespace

RuledChoice choose_by_rules(const Problem& problem, const Knowledge& knowledge,
                            AllowedBrackets brackets, CandidateCache& candidates) {
  RuledChoice ruled;
  const rules::Rules& rules = *knowledge.rules;
  const auto skip = [&](const rules::Rule& rule, const rules::RuledKernel& use,
                        std::string_view why) {
    if (ruled.skipped.empty())
      ruled.skipped =
          text::format("; {} is skipped: {} {}", name_of(rule, rules), rules::text_of(use), why);
  };
  for (const rules::Rule& rule : rules.rules) {
    const rules::Threshold* line = holds(rule, problem) ? rule.line_for(problem.bytes) : nullptr;
    if (line == nullptr || !line->use) continue;
    const algorithms::Kernel* kernel = line->use->kernel;
    algorithms::Parameters parameters;
    if (kernel != nullptr)
      parameters = completed({.kernel = kernel, .parameters = line->use->parameters}, problem,
                             knowledge, brackets, candidates);
    const std::string_view why = kernel != nullptr
                                     ? obstacle(*kernel, parameters, problem, brackets, candidates)
                                     : obstacle_of_native(brackets);
    if (!why.empty()) {
      skip(rule, *line->use, why);
      continue;
    }
    ruled.choice = Choice{.kernel = kernel,
                          .parameters = std::move(parameters),
                          .segment_bytes = line->use->segment_bytes,
                          .reason = reason_of(rule, *line, problem, rules)};
    return ruled;
  }
  return ruled;
}

}  // namespace allfold::select
