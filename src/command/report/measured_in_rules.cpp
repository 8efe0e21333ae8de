#include <algorithm>
#include <memory>
#include <utility>

#include "command/report/measured.hpp"
#include "command/usage_error.hpp"
#include "node/slot.hpp"
#include "rules/file.hpp"
#include "select/ruled.hpp"
#include "select/ruled_way.hpp"
#include "text/format.hpp"
#include "tuning/points.hpp"

namespace allfold::command::report {

namespace {

using Times = std::vector<rules::MeasuredTime>;

/// The candidate that Allfold uses at a point, and the reason.
struct Taken {
  const rules::MeasuredTime* time;
  std::string reason;
};

Taken taken_at(const rules::Measurement& measurement, const select::Knowledge& knowledge,
               select::CandidateCache& candidates) {
  const select::RuledChoice ruled = select::choose_by_rules(
      select::problem_of(measurement), knowledge, select::AllowedBrackets::all, candidates);
  const Times& times = measurement.times;
  const auto fastest = std::ranges::min_element(times, {}, &rules::MeasuredTime::median);
  if (!ruled.choice)
    return {.time = &*fastest, .reason = "the fastest measured candidate; no rule matches"};
  const rules::RuledKernel use{.kernel = ruled.choice->kernel,
                               .parameters = ruled.choice->parameters,
                               .segment_bytes = ruled.choice->segment_bytes};
  if (const rules::MeasuredTime* found = tuning::time_of(use, measurement); found != nullptr)
    return {.time = found, .reason = ruled.choice->reason};
  return {
      .time = &*fastest,
      .reason = text::format("the fastest measured candidate; {}, chosen by {}, was not measured",
                             rules::text_of(use), ruled.choice->reason)};
}

/// For example "; first way: read", if the rules name one for long vectors in the memory of one
/// node.
std::string first_way_at(const rules::Measurement& measurement, const rules::RuledKernel& use,
                         const rules::Rules& rules) {
  if (measurement.bytes <= static_cast<std::int64_t>(node::Slot::most_short_bytes)) return "";
  if (use.kernel == nullptr || use.kernel->carrier != algorithms::Carrier::shared_memory) return "";
  const auto way = select::ruled_way(rules, {.collective = measurement.collective,
                                             .ranks = measurement.ranks,
                                             .ranks_per_node = measurement.ranks_per_node,
                                             .bytes = measurement.bytes});
  return way ? text::format("; first way: {}", algorithms::name_of(*way)) : "";
}

/// The times of native calls and of the candidate that serves.
struct Compared {
  rules::Interval native;
  rules::Interval allfold;
  rules::Interval ratio;
  MeasuredPoint::Turns turns = MeasuredPoint::Turns::others;
};

/// Prefers turns that did not make the choice, if the tuner had time for them.
Compared compared(const rules::Measurement& measurement, const rules::MeasuredTime& native,
                  const rules::MeasuredTime& allfold) {
  const auto& judged = measurement.judged;
  if (allfold.candidate.is_native())
    return {.native = native.seconds,
            .allfold = native.seconds,
            .ratio = {.median = 1, .low = 1, .high = 1}};
  if (judged && judged->choice == allfold.candidate)
    return {.native = judged->native, .allfold = judged->chosen, .ratio = judged->gain};
  return {.native = native.seconds,
          .allfold = allfold.seconds,
          .ratio = {.median = native.median() / allfold.median(),
                    .low = native.seconds.low / allfold.seconds.high,
                    .high = native.seconds.high / allfold.seconds.low},
          .turns = MeasuredPoint::Turns::that_chose};
}

/// The timing as `allfold bench` names it.
std::string timing_of(const rules::Rules& rules) {
  std::string timing = rules.timing;
  std::ranges::replace(timing, '-', ' ');
  return timing;
}

std::optional<MeasuredPoint> point_of(const rules::Measurement& measurement,
                                      const select::Knowledge& knowledge,
                                      select::CandidateCache& cache) {
  const Times& times = measurement.times;
  const auto native = std::ranges::find_if(
      times, [](const rules::MeasuredTime& time) { return time.candidate.is_native(); });
  if (native == times.end()) return std::nullopt;
  Taken taken = taken_at(measurement, knowledge, cache);
  const rules::MeasuredTime& allfold = *taken.time;
  taken.reason += first_way_at(measurement, allfold.candidate, *knowledge.rules);
  const Compared times_there = compared(measurement, *native, allfold);
  std::vector<Candidate> candidates;
  for (const rules::MeasuredTime& time : times)
    candidates.push_back({.name = rules::text_of(time.candidate), .seconds = time.seconds});
  std::ranges::stable_sort(candidates, {},
                           [](const Candidate& each) { return each.seconds.median; });
  return MeasuredPoint{.at = {.collective = measurement.collective,
                              .operation = measurement.operation,
                              .ranks = measurement.ranks,
                              .ranks_per_node = measurement.ranks_per_node,
                              .bytes = static_cast<double>(measurement.bytes)},
                       .timing = timing_of(*knowledge.rules),
                       .asked_for = "rules",
                       .served_by = rules::text_of(allfold.candidate),
                       .reason = std::move(taken.reason),
                       .native = times_there.native,
                       .allfold = times_there.allfold,
                       .ratio = times_there.ratio,
                       .turns = times_there.turns,
                       .candidates = std::move(candidates)};
}

MeasuredOn machine_of(const rules::Rules& rules, const std::string& file) {
  MeasuredOn on{
      .file = file, .mpi = "", .processor = "", .network = "", .type = "", .operation = ""};
  if (!rules.machine) return on;
  on.mpi = rules.machine->mpi;
  on.processor = rules.machine->processor;
  on.processors = rules.machine->processors;
  on.network = rules.machine->network;
  return on;
}

}  // namespace

Measured measured_in_rules(const File& file) {
  std::vector<std::string> errors;
  rules::Rules rules = rules::parse_rules(file.content, file.name, errors);
  if (!errors.empty()) throw UsageError(text::format("--rules: {}", errors.front()));
  MeasuredOn machine = machine_of(rules, file.name);
  const auto network = select::find_network(machine.network).value_or(select::Network::tcp);
  const auto shared = std::make_shared<const rules::Rules>(std::move(rules));
  const select::Knowledge knowledge = select::knowledge_of({}, network, shared);
  select::CandidateCache candidates;
  std::vector<MeasuredPoint> points;
  for (const rules::Measurement& measurement : shared->measurements)
    if (auto point = point_of(measurement, knowledge, candidates))
      points.push_back(*std::move(point));
  if (points.empty())
    throw UsageError(text::format(
        "--rules: {}: no measurements in this file; measure with: mpirun -n P allfold tune -o FILE",
        file.name));
  return {{std::move(machine)}, std::move(points)};
}

}  // namespace allfold::command::report
