#include "command/tune/notebook.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <utility>

#include "command/output.hpp"
#include "command/usage_error.hpp"
#include "rules/file.hpp"
#include "rules/first_ways.hpp"
#include "rules/machine.hpp"
#include "select/ruled_way.hpp"
#include "system/read_file.hpp"
#include "text/format.hpp"
#include "tuning/learn.hpp"
#include "tuning/points.hpp"
#include "tuning/visits.hpp"

namespace allfold::command::tune {

namespace {

/// Whether the best time is reliable, or all other candidates are slower beyond the noise.
bool is_known(const rules::MeasuredTime& best, const std::vector<rules::MeasuredTime>& all) {
  if (tuning::is_telling(best.seconds)) return true;
  return std::ranges::all_of(all, [&](const rules::MeasuredTime& time) {
    return time.candidate == best.candidate || time.seconds.low > best.seconds.high;
  });
}

}  // namespace

Notebook::Notebook(const Setup& setup, const rules::MachineFingerprint& machine)
    : setup_(setup),
      file_(rules::file_for(setup.file, machine)),
      untuned_(select::untuned_on(
          select::find_network(machine.network).value_or(select::Network::tcp))) {
  std::error_code failure;
  if (setup.resume && std::filesystem::exists(file_, failure)) resume(machine);
  rules_.source = file_;
  rules_.machine = machine;
  rules_.timing = setup.timing == rules::timings.front() ? "" : setup.timing;
}

void Notebook::resume(const rules::MachineFingerprint& machine) {
  std::string text;
  if (const std::string problem = system::read_file(file_, rules::most_bytes_of_rules, text);
      !problem.empty())
    throw UsageError(text::format(
        "--resume: {}: cannot be read: {}; name another file, or remove --resume", file_, problem));
  std::vector<std::string> errors;
  rules_ = rules::parse_rules(text, file_, errors);
  if (!errors.empty())
    throw UsageError(
        text::format("--resume: {}: errors in the file; correct them, or name another file:\n{}",
                     file_, fmt::join(errors, "\n")));
  const std::string other = rules_.machine ? rules::difference(*rules_.machine, machine) : "";
  if (!other.empty())
    throw UsageError(text::format(
        "--resume: {}: measured on another machine: {}; name another file, or remove --resume",
        file_, other));
  refuse_other_timing();
  // Points without a native time are measured again, because all others are compared with it.
  std::erase_if(rules_.measurements, [](const rules::Measurement& measured) {
    return tuning::time_of({}, measured) == nullptr;
  });
  make_rules();
}

void Notebook::refuse_other_timing() const {
  const std::string_view of_file =
      rules_.timing.empty() ? rules::timings.front() : std::string_view(rules_.timing);
  if (rules_.measurements.empty() || of_file == setup_.timing) return;
  throw UsageError(
      text::format("--resume: {}: its times are of {} calls: expected {} calls; use --timing {}, "
                   "or name another file",
                   file_, of_file, setup_.timing, of_file));
}

std::int64_t Notebook::bytes_of(const Point& point) const {
  return point.count * static_cast<std::int64_t>(setup_.calls.type->extent);
}

bool Notebook::is_there(const rules::Measurement& measured, const Point& point,
                        int ranks_per_node) const {
  return measured.collective == point.collective && measured.operation == setup_.operation &&
         measured.ranks == point.ranks && measured.ranks_per_node == ranks_per_node;
}

const rules::Measurement* Notebook::find(const Point& point, int ranks_per_node) const {
  const auto found =
      std::ranges::find_if(rules_.measurements, [&](const rules::Measurement& measured) {
        return is_there(measured, point, ranks_per_node) && measured.bytes == bytes_of(point);
      });
  return found == rules_.measurements.end() ? nullptr : &*found;
}

bool Notebook::has(const Point& point, int ranks_per_node) const {
  return find(point, ranks_per_node) != nullptr;
}

const rules::Measurement& Notebook::measured(const Point& point, int ranks_per_node) const {
  return *find(point, ranks_per_node);
}

const rules::RuledKernel& Notebook::choice(const Point& point, int ranks_per_node) const {
  return tuning::choice_at(measured(point, ranks_per_node), rules_.rules);
}

tuning::Doubt Notebook::doubt(const Point& point, int ranks_per_node) const {
  return tuning::doubt_of(measured(point, ranks_per_node), choice(point, ranks_per_node),
                          rules_.measurements);
}

rules::RuledKernel Notebook::untuned(const Point& point, int ranks_per_node) const {
  return untuned_({.collective = point.collective,
                   .operation = setup_.operation,
                   .ranks = point.ranks,
                   .ranks_per_node = ranks_per_node,
                   .bytes = bytes_of(point)});
}

const rules::RuledKernel* Notebook::winner_before(const Point& point, int ranks_per_node) const {
  const rules::Measurement* before = nullptr;
  for (const rules::Measurement& measured : rules_.measurements)
    if (is_there(measured, point, ranks_per_node) && measured.bytes < bytes_of(point) &&
        (before == nullptr || measured.bytes > before->bytes))
      before = &measured;
  if (before == nullptr) return nullptr;
  return &std::ranges::min_element(before->times, {}, &rules::MeasuredTime::median)->candidate;
}

void Notebook::set_model(const allfold::cost::CostModel& model) {
  rules_.model = model;
  write();
}

void Notebook::add(rules::Measurement measurement) {
  const auto known =
      std::ranges::find(rules_.measurements, tuning::subject_of(measurement), &tuning::subject_of);
  if (known != rules_.measurements.end())
    tuning::add_visit(*known, measurement);
  else
    rules_.measurements.push_back(std::move(measurement));
  make_rules();
  write();
}

void Notebook::set_judged(const Point& point, int ranks_per_node,
                          const tuning::Judgement& judgement) {
  const auto found = std::ranges::find(rules_.measurements, find(point, ranks_per_node),
                                       [](const rules::Measurement& each) { return &each; });
  found->judged = rules::JudgedChoice{.choice = choice(point, ranks_per_node),
                                      .native = judgement.native,
                                      .chosen = judgement.chosen,
                                      .gain = judgement.gain};
  write();
}

bool Notebook::has_way(const Point& point) const {
  const bool is_measured =
      std::ranges::any_of(rules_.measured_ways, [&](const rules::Measurement& measured) {
        return is_there(measured, point, point.ranks) && measured.bytes == bytes_of(point);
      });
  rules::Rules by_people;
  std::ranges::copy_if(
      rules_.rules, std::back_inserter(by_people.rules),
      [](const rules::Rule& rule) { return rule.by == rules::RuleAuthor::person; });
  return is_measured || select::ruled_way(by_people, {.collective = point.collective,
                                                      .ranks = point.ranks,
                                                      .ranks_per_node = point.ranks,
                                                      .bytes = bytes_of(point)});
}

void Notebook::add_ways(rules::Measurement measured) {
  const rules::MeasuredTime& best =
      *std::ranges::min_element(measured.times, {}, &rules::MeasuredTime::median);
  if (!is_known(best, measured.times)) return;
  rules_.measured_ways.push_back(std::move(measured));
  make_rules();
  write();
}

void Notebook::make_rules() {
  const auto is_own = [](const rules::Rule& rule) { return rule.by == rules::RuleAuthor::tuner; };
  std::vector<rules::Rule>& all = rules_.rules;
  const auto place = std::ranges::find_if(all, is_own) - all.begin();
  std::erase_if(all, is_own);
  std::vector<rules::Rule> learnt = tuning::learn(rules_.measurements, untuned_);
  std::ranges::move(rules::rules_of(rules::fastest_ways(rules_.measured_ways)),
                    std::back_inserter(learnt));
  all.insert(all.begin() + place, learnt.begin(), learnt.end());
  for (rules::Measurement& measured : rules_.measurements)
    if (measured.judged && tuning::choice_at(measured, all) != measured.judged->choice)
      measured.judged.reset();
}

void Notebook::write() const { write_output("-o", file_, rules::text_of(rules_)); }

}  // namespace allfold::command::tune
