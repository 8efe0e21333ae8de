#include "command/report/measured.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "command/measure/setup.hpp"
#include "command/usage_error.hpp"
#include "rules/file.hpp"
#include "text/format.hpp"

namespace allfold::command::report {

namespace {

using Json = nlohmann::json;

bool is_of(const Question& point, const Question& question) {
  const bool are_nodes_alike = point.ranks_per_node == question.ranks_per_node ||
                               point.ranks_per_node == 0 || question.ranks_per_node == 0;
  return point.collective == question.collective && point.operation == question.operation &&
         point.ranks == question.ranks && are_nodes_alike;
}

/// On a line in the logarithms of bytes and ratio.
tuning::Median between(const MeasuredPoint& below, const MeasuredPoint& above, double bytes) {
  const double from = std::log(std::max(below.at.bytes, 1.0));
  const double to = std::log(std::max(above.at.bytes, 1.0));
  const double share = to > from ? (std::log(std::max(bytes, 1.0)) - from) / (to - from) : 0;
  const auto mixed = [&](double a, double b) {
    return std::pow(a, 1 - share) * std::pow(b, share);
  };
  return {.value = mixed(below.ratio.value, above.ratio.value),
          .low = mixed(below.ratio.low, above.ratio.low),
          .high = mixed(below.ratio.high, above.ratio.high)};
}

std::optional<MeasuredPoint> point_of(const rules::Measurement& measurement) {
  const auto& times = measurement.times;
  const auto native = std::ranges::find_if(
      times, [](const rules::MeasuredTime& time) { return time.candidate.kernel == nullptr; });
  if (native == times.end()) return std::nullopt;
  const rules::MeasuredTime& best =
      *std::ranges::min_element(times, {}, &rules::MeasuredTime::median);
  const bool is_native = best.candidate.kernel == nullptr;
  return MeasuredPoint{.at = {.collective = measurement.collective,
                              .operation = measurement.operation,
                              .ranks = measurement.ranks,
                              .ranks_per_node = measurement.ranks_per_node,
                              .bytes = static_cast<double>(measurement.bytes)},
                       .ratio = is_native ? tuning::Median{.value = 1, .low = 1, .high = 1}
                                          : tuning::Median{.value = native->median / best.median,
                                                           .low = native->low / best.high,
                                                           .high = native->high / best.low}};
}

[[noreturn]] void refuse(std::string_view option, const std::string& file, std::string_view what) {
  throw UsageError(text::format("{}: {}: {}", option, file, what));
}

/// As the benchmark names its own operations.
rules::OperationClass operation_of(const std::string& op) {
  if (op == "user") return rules::OperationClass::commutative;
  return op == "user-ordered" ? rules::OperationClass::ordered : rules::OperationClass::predefined;
}

std::vector<MeasuredPoint> points_of(const Json& document) {
  const int ranks = document.at("ranks");
  const int nodes = std::max(1, document.at("hosts").get<int>());
  const rules::OperationClass operation = operation_of(document.at("op"));
  std::vector<MeasuredPoint> points;
  for (const Json& row : document.at("rows")) {
    const auto collective =
        schedule::find_collective(row.at("subject").get_ref<const std::string&>());
    // Programs work between their calls.
    if (!collective || row.at("timing") == measure::name_of(measure::Timing::back_to_back) ||
        row.at("algorithm") != "auto")
      continue;
    points.push_back(
        {.at = {.collective = *collective,
                .operation = operation,
                .ranks = row.value("ranks", ranks),
                .ranks_per_node = row.value("ranks_per_node", (ranks + nodes - 1) / nodes),
                .bytes = row.at("bytes")},
         .ratio = {
             .value = row.at("ratio"), .low = row.at("ratio_low"), .high = row.at("ratio_high")}});
  }
  return points;
}

}  // namespace

Measured::Measured(std::string source, std::vector<MeasuredPoint> points)
    : source_(std::move(source)), points_(std::move(points)) {
  std::ranges::stable_sort(points_, {}, [](const MeasuredPoint& each) { return each.at.bytes; });
}

std::optional<tuning::Median> Measured::ratio(const Question& question) const {
  const MeasuredPoint* below = nullptr;
  for (const MeasuredPoint& point : points_) {
    if (!is_of(point.at, question)) continue;
    if (point.at.bytes >= question.bytes)
      return below == nullptr ? point.ratio : between(*below, point, question.bytes);
    below = &point;
  }
  return std::nullopt;
}

Measured measured_in_rules(std::string_view text, const std::string& file) {
  std::vector<std::string> errors;
  const rules::Rules rules = rules::parse_rules(text, file, errors);
  if (!errors.empty()) throw UsageError(text::format("--rules: {}", errors.front()));
  std::vector<MeasuredPoint> points;
  for (const rules::Measurement& measurement : rules.measurements)
    if (const auto point = point_of(measurement)) points.push_back(*point);
  if (points.empty())
    refuse("--rules", file,
           "no measurements: expected those of 'allfold tune'; measure with mpirun -n P allfold "
           "tune -o FILE");
  return {file, std::move(points)};
}

Measured measured_in_bench(std::string_view text, const std::string& file) {
  const Json document = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (document.is_discarded()) refuse("--bench", file, "invalid JSON: write it anew");
  std::vector<MeasuredPoint> points;
  try {
    points = points_of(document);
  } catch (const Json::exception&) {
    refuse("--bench", file, "not a benchmark: expected a file of 'allfold bench --json FILE'");
  }
  if (points.empty())
    refuse("--bench", file,
           "no separated calls: expected those of a program, with work in between; measure with "
           "allfold bench --timing separated");
  return {file, std::move(points)};
}

}  // namespace allfold::command::report
