#include "select/ruled.hpp"

#include <algorithm>

#include "select/completed.hpp"
#include "text/format.hpp"

namespace allfold {

namespace {

bool holds(const Rule& rule, const Problem& problem) {
  const OperationClass operation = operation_class_of(problem);
  return rule.collective == problem.collective && rule.ranks.holds(problem.ranks) &&
         rule.ranks_per_machine.holds(ranks_per_machine_of(problem)) &&
         (rule.operations.empty() ||
          std::ranges::find(rule.operations, operation) != rule.operations.end());
}

/// The line for vectors of that length; null if the rule ends before.
const Threshold* line_of(const Rule& rule, std::int64_t bytes) {
  const auto line = std::ranges::find_if(
      rule.thresholds, [&](const Threshold& threshold) { return bytes <= threshold.to_bytes; });
  return line == rule.thresholds.end() ? nullptr : &*line;
}

/// "rules.json:12".
std::string name_of(const Rule& rule, const Rules& rules) {
  return rule.line == 0 ? "learnt in this program" : text::format("{}:{}", rules.source, rule.line);
}

std::string reason_of(const Rule& rule, const Threshold& line, const Problem& problem,
                      const Rules& rules) {
  const bool is_last = line.to_bytes == std::numeric_limits<std::int64_t>::max();
  return text::format("{}, {} ranks, {}", name_of(rule, rules), problem.ranks,
                      !is_last ? text::format("up to {} B", line.to_bytes)
                      : rule.thresholds.size() == 1
                          ? std::string("any length")
                          : text::format("above {} B", (&line - 1)->to_bytes));
}

std::string_view obstacle_of_native(Brackets brackets) {
  return brackets == Brackets::class_f ? "does not bracket as reproducible results need it" : "";
}

}  // namespace

RuledChoice choose_by_rules(const Problem& problem, const Knowledge& knowledge, Brackets brackets,
                            CandidateCache& candidates) {
  RuledChoice ruled;
  const Rules& rules = *knowledge.rules;
  const auto gives_way = [&](const Rule& rule, const RuledKernel& use, std::string_view why) {
    if (ruled.gave_way.empty())
      ruled.gave_way =
          text::format("; {} gives way: {} {}", name_of(rule, rules), text_of(use), why);
  };
  for (const Rule& rule : rules.rules) {
    const Threshold* line = holds(rule, problem) ? line_of(rule, problem.bytes) : nullptr;
    if (line == nullptr) continue;
    const Kernel* kernel = line->use.kernel;
    Parameters parameters;
    if (kernel != nullptr)
      parameters = completed({.kernel = kernel, .parameters = line->use.parameters}, problem,
                             model_for(problem, knowledge), brackets, candidates);
    const std::string_view why = kernel != nullptr
                                     ? obstacle(*kernel, parameters, problem, brackets)
                                     : obstacle_of_native(brackets);
    if (!why.empty()) {
      gives_way(rule, line->use, why);
      continue;
    }
    ruled.choice = Choice{.kernel = kernel,
                          .parameters = std::move(parameters),
                          .segment_bytes = line->use.segment_bytes,
                          .reason = reason_of(rule, *line, problem, rules)};
    return ruled;
  }
  return ruled;
}

}  // namespace allfold
