#include "command/measure/setup.hpp"

#include <algorithm>
#include <climits>

#include "algorithms/kernel.hpp"
#include "algorithms/kernel_name.hpp"
#include "command/collectives.hpp"
#include "command/ranks.hpp"
#include "command/sizes.hpp"
#include "command/usage_error.hpp"
#include "text/format.hpp"

namespace allfold::command::measure {

namespace {

constexpr std::string_view both = "both";
constexpr int most_ranks = 1 << 20;

template <class Row>
const Row& find_row(std::span<const Row> rows, std::string_view name, std::string_view option) {
  std::string names;
  for (const Row& row : rows) {
    if (row.name == name) return row;
    names += text::format("{}{}", names.empty() ? "" : ", ", row.name);
  }
  throw UsageError(text::format("{}: unknown value '{}': expected one of {}", option, name, names));
}

std::vector<Timing> timings_of(const Request& request) {
  if (request.timing == both) return {Timing::back_to_back, Timing::separated};
  for (const Timing timing :
       {Timing::back_to_back, Timing::separated, Timing::fresh, Timing::cold}) {
    std::string name = name_of(timing);
    std::ranges::replace(name, ' ', '-');
    if (request.timing == name) return {timing};
  }
  throw UsageError(text::format(
      "--timing: unknown timing '{}': expected back-to-back, separated, both (of these), fresh "
      "or cold",
      request.timing));
}

std::vector<int> counts_of(const Request& request, std::size_t extent) {
  std::vector<int> counts;
  for (const std::int64_t bytes : parse_sizes(request.sizes)) {
    const auto size = static_cast<std::int64_t>(extent);
    const std::int64_t count = bytes / size + (bytes % size > 0 ? 1 : 0);
    if (count > INT_MAX)
      throw UsageError(
          text::format("--sizes: too many elements of {1}: {0}: expected at most {2}, as MPI "
                       "counts; use smaller sizes",
                       count, request.type, INT_MAX));
    if (counts.empty() || counts.back() != count) counts.push_back(static_cast<int>(count));
  }
  return counts;
}

/// The kernel to force; null for "auto" and "native".
const algorithms::Kernel* kernel_of(std::string_view algorithm, std::string_view option,
                                    std::string_view in_its_place) {
  if (algorithm == "auto" || algorithm == "native") return nullptr;
  std::string error;
  const algorithms::NamedKernel named = algorithms::parse_kernel(algorithm, error, in_its_place);
  if (named.kernel == nullptr) throw UsageError(text::format("{}: {}", option, error));
  return named.kernel;
}

const NativeAlgorithm* asked_native(const Request& request, schedule::Collective collective) {
  if (const auto* found = find_native_algorithm(collective, request.native)) return found;
  std::string names;
  for (const NativeAlgorithm& each : native_algorithms())
    if (each.collective == collective)
      names +=
          text::format("{}{} {}", names.empty() ? " or one of " : ", ", each.number, each.name);
  throw UsageError(text::format(
      "--native: Open MPI has no {} algorithm '{}': expected default, all, counterpart{}",
      schedule::name_of(collective), request.native, names));
}

const NativeAlgorithm* native_of(const Request& request, schedule::Collective collective,
                                 const algorithms::Kernel* kernel,
                                 std::vector<std::string>& notes) {
  if (request.native == "default" || request.native == "all") return nullptr;
  const bool by_counterpart = request.native.empty() || request.native == "counterpart";
  if (!by_counterpart) return asked_native(request, collective);
  if (kernel == nullptr) {
    if (request.native.empty()) return nullptr;
    throw UsageError(
        "--native: counterpart: expected an algorithm of Allfold beside it; add --algorithm");
  }
  const Counterpart* found = find_counterpart(collective, kernel->name);
  if (found == nullptr) {
    notes.push_back(
        text::format("Open MPI has no counterpart of {} for {}: the comparison is with the "
                     "algorithm that Open MPI chooses",
                     kernel->name, schedule::name_of(collective)));
    return nullptr;
  }
  if (!found->difference.empty())
    notes.push_back(text::format("Open MPI's {} {} differs from Allfold's algorithm: {}",
                                 schedule::name_of(collective), found->number, found->difference));
  return find_native_algorithm(collective, found->number);
}

std::vector<const NativeAlgorithm*> others_of(const Request& request,
                                              schedule::Collective collective) {
  std::vector<const NativeAlgorithm*> others;
  if (request.native != "all") return others;
  for (const NativeAlgorithm& each : native_algorithms())
    if (each.collective == collective) others.push_back(&each);
  return others;
}

std::vector<std::string> also_of(const Request& request, schedule::Collective collective,
                                 std::vector<std::string>& notes) {
  std::vector<std::string> also;
  for (const std::string& each : request.also) {
    if (each == request.algorithm || std::ranges::find(also, each) != also.end())
      throw UsageError(text::format(
          "--also: duplicate candidate {}: each one is measured once; remove it", each));
    const algorithms::Kernel* kernel =
        rules_in(each).empty() ? kernel_of(each, "--also", "auto, native, rules:none or rules:FILE")
                               : nullptr;
    if (kernel == nullptr || kernel->serves(collective))
      also.push_back(each);
    else
      notes.push_back(text::format("{} is not measured for {}: it does not implement it", each,
                                   schedule::name_of(collective)));
  }
  return also;
}

std::vector<Match> matches_of(const Request& request, std::vector<std::string>& notes) {
  const algorithms::Kernel* kernel = kernel_of(request.algorithm, "--algorithm", "auto or native");
  const std::vector<schedule::Collective> collectives = parse_collectives(request.collective);
  std::vector<Match> matches;
  for (const schedule::Collective collective : collectives) {
    if (kernel == nullptr || kernel->serves(collective)) {
      matches.push_back({.collective = collective,
                         .native = native_of(request, collective, kernel, notes),
                         .others = others_of(request, collective),
                         .also = also_of(request, collective, notes)});
    } else if (collectives.size() > 1) {
      notes.push_back(text::format("{} is not measured: {} does not implement it",
                                   schedule::name_of(collective), kernel->name));
    } else {
      throw UsageError(
          text::format("--algorithm: {} does not implement {}; use another algorithm ('allfold "
                       "list' shows all), or the other --collective",
                       kernel->name, schedule::name_of(collective)));
    }
  }
  return matches;
}

}  // namespace

std::string name_of(Timing timing) {
  switch (timing) {
    case Timing::back_to_back: return "back to back";
    case Timing::separated: return "separated";
    case Timing::fresh: return "fresh";
    case Timing::cold: return "cold";
  }
  return "";
}

std::string_view rules_in(std::string_view candidate) {
  constexpr std::string_view mark = "rules:";
  return candidate.starts_with(mark) ? candidate.substr(mark.size()) : "";
}

const ElementType& find_type(std::string_view name) {
  return find_row(element_types(), name, "--type");
}

const Operation& find_operation(std::string_view name, const ElementType& type) {
  const bool is_pair = type.shape == ElementType::Shape::pair;
  const std::string_view own = is_pair ? "maxloc" : "sum";
  const Operation& op = find_row(operations(), name.empty() ? own : name, "--op");
  if (op.shape == type.shape) return op;
  throw UsageError(text::format(
      "--op: {} is not defined for {}: expected {}; use --type {}", op.name, type.name,
      is_pair ? "single values" : "a value and its index", is_pair ? "double" : "double_int"));
}

Setup understand(const Request& request) {
  Setup setup;
  setup.type = &find_type(request.type);
  setup.op = &find_operation(request.op, *setup.type);
  if (request.limits && (setup.type->name != "double" || setup.op->name != "sum"))
    throw UsageError(text::format(
        "--limits: not measured for {} of {}: only sums of doubles are; remove --type and --op",
        setup.op->name, setup.type->name));
  setup.matches = matches_of(request, setup.notes);
  setup.timings = timings_of(request);
  setup.counts = counts_of(request, setup.type->extent);
  setup.algorithm = request.algorithm;
  if (!(request.seconds >= 0 && request.seconds <= 3600))
    throw UsageError(text::format("--seconds: invalid time {}: expected 0 to 3600, for example 0.2",
                                  request.seconds));
  setup.seconds = request.seconds;
  if (request.root < 0)
    throw UsageError(text::format("--root: invalid rank {}: expected 0 or more", request.root));
  setup.root = request.root;
  if (!request.ranks.empty()) setup.ranks = parse_ranks(request.ranks, most_ranks, "--ranks");
  setup.in_place = request.in_place;
  return setup;
}

std::vector<int> numbers_of_ranks(const Setup& setup, int job) {
  std::vector<int> numbers = setup.ranks.empty() ? std::vector{job} : setup.ranks;
  if (numbers.back() > job)
    throw UsageError(text::format(
        "--ranks: {}: expected at most {}, the ranks of this job; start more ranks, or name fewer",
        numbers.back(), job));
  if (setup.root >= numbers.front())
    throw UsageError(text::format("--root: invalid rank {}: expected 0 to {}{}", setup.root,
                                  numbers.front() - 1,
                                  numbers.size() > 1 ? ", for the smallest of --ranks" : ""));
  return numbers;
}

std::string counterpart_table(TableStyle style) {
  std::vector<std::vector<std::string>> rows{
      {"collective", "algorithm", "native", "number", "difference"}};
  for (const Counterpart& each : counterparts()) {
    const NativeAlgorithm* native = find_native_algorithm(each.collective, each.number);
    rows.push_back({std::string(schedule::name_of(each.collective)), std::string(each.kernel),
                    std::string(native->name), std::to_string(native->number),
                    each.difference.empty() ? "—" : std::string(each.difference)});
  }
  return table(rows, style);
}

}  // namespace allfold::command::measure
