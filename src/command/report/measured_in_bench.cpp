#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "command/report/measured.hpp"
#include "command/usage_error.hpp"
#include "text/format.hpp"

namespace allfold::command::report {

namespace {

using Json = nlohmann::ordered_json;

/// Maps the benchmark's names of operations.
rules::OperationClass operation_of(const std::string& op) {
  if (op == "user") return rules::OperationClass::commutative;
  return op == "user-ordered" ? rules::OperationClass::ordered : rules::OperationClass::predefined;
}

/// Reads a median with its interval, of times or ratios.
rules::Interval median_in(const Json& row, const std::string& name) {
  const rules::Interval interval{
      .median = row.at(name), .low = row.at(name + "_low"), .high = row.at(name + "_high")};
  if (!(interval.low > 0 && interval.low <= interval.median && interval.median <= interval.high))
    throw std::invalid_argument(
        text::format("{}: invalid median and interval: expected numbers above 0 with {}_low ≤ "
                     "median ≤ {}_high; measure again",
                     name, name, name));
  return interval;
}

std::optional<rules::Interval> seconds_in(const Json& row, const std::string& name) {
  if (!row.contains(name)) return std::nullopt;
  return median_in(row, name);
}

/// The native candidates: all algorithms if they took part, otherwise the library's own choice.
std::vector<Candidate> natives_in(const Json& row) {
  std::vector<Candidate> natives;
  for (const Json& native : row.value("natives", Json::array()))
    natives.push_back({.name = text::format("native {}", native.at("name").get<std::string>()),
                       .seconds = median_in(native, "time")});
  if (!natives.empty()) return natives;
  if (const auto native = seconds_in(row, "native"))
    natives.push_back({.name = "native", .seconds = *native});
  return natives;
}

std::optional<MeasuredPoint> point_in(const Json& row, const Json& document) {
  const auto collective =
      schedule::find_collective(row.at("subject").get_ref<const std::string&>());
  if (!collective) return std::nullopt;
  const int ranks = document.at("ranks");
  const int nodes = std::max(1, document.at("hosts").get<int>());
  return MeasuredPoint{
      .at = {.collective = *collective,
             .operation = operation_of(document.at("op")),
             .ranks = row.value("ranks", ranks),
             .ranks_per_node = row.value("ranks_per_node", (ranks + nodes - 1) / nodes),
             .bytes = row.at("bytes")},
      .timing = row.at("timing"),
      .asked_for = row.at("algorithm"),
      .served_by = row.value("kernel", ""),
      .reason = row.value("reason", ""),
      .native = seconds_in(row, "native"),
      .allfold = seconds_in(row, "allfold"),
      .ratio = median_in(row, "ratio"),
      .candidates = natives_in(row)};
}

/// If several of Allfold's candidates were measured at a point, each point of these lists all of
/// them.
void add_candidates_of_allfold(std::vector<MeasuredPoint>& points) {
  const auto place = [](const MeasuredPoint& point) {
    return std::tuple(point.at.collective, point.timing, point.at.ranks, point.at.bytes);
  };
  for (MeasuredPoint& point : points) {
    for (const MeasuredPoint& other : points)
      if (other.allfold && place(other) == place(point))
        point.candidates.push_back(
            {.name = other.served_by.empty() ? other.asked_for : other.served_by,
             .seconds = *other.allfold});
    std::ranges::stable_sort(point.candidates, {},
                             [](const Candidate& each) { return each.seconds.median; });
  }
}

void append(const Json& document, std::vector<MeasuredPoint>& all) {
  std::vector<MeasuredPoint> points;
  for (const Json& row : document.at("rows"))
    if (auto point = point_in(row, document)) points.push_back(*std::move(point));
  add_candidates_of_allfold(points);
  std::ranges::move(points, std::back_inserter(all));
}

MeasuredOn machine_of(const Json& document, const std::string& file) {
  const Json machine = document.value("machine", Json::object());
  return {.file = file,
          .mpi = document.value("mpi", ""),
          .processor = machine.value("processor", ""),
          // Of the whole node. The ranks may be bound to some of its processors.
          .processors = machine.value("processors", 0),
          .network = machine.value("network", ""),
          .type = document.value("type", ""),
          .operation = document.value("op", "")};
}

}  // namespace

Measured measured_in_bench(const std::vector<File>& files) {
  std::vector<MeasuredOn> machines;
  std::vector<MeasuredPoint> points;
  for (const File& file : files) {
    const auto refuse = [&](std::string_view what) {
      throw UsageError(text::format("--bench: {}: {}", file.name, what));
    };
    const std::size_t before = points.size();
    const Json document = Json::parse(file.content, nullptr, /*allow_exceptions=*/false);
    if (document.is_discarded()) refuse("invalid JSON; measure again");
    try {
      append(document, points);
      machines.push_back(machine_of(document, file.name));
    } catch (const std::invalid_argument& error) {
      refuse(error.what());
    } catch (const Json::exception&) {
      refuse("not a benchmark: expected a file written by 'allfold bench --json FILE'");
    }
    if (points.size() == before)
      refuse(
          "no compared calls; measure with: mpirun -n P allfold bench --timing separated --json "
          "FILE");
  }
  return {std::move(machines), std::move(points)};
}

}  // namespace allfold::command::report
