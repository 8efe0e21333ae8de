#include "select/measured.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "algorithms/registry.hpp"
#include "cost/routes.hpp"
#include "text/format.hpp"

namespace allfold::select {

namespace {

double log_bytes(std::int64_t bytes) {
  return std::log(static_cast<double>(std::max<std::int64_t>(bytes, 1)));
}

bool is_alike(const rules::Measurement& point, const Problem& problem) {
  const int ranks_per_node = ranks_per_node_of(problem);
  const bool are_on_one_node =
      ranks_per_node == problem.ranks && point.ranks_per_node == point.ranks;
  return point.collective == problem.collective && point.operation == operation_class_of(problem) &&
         (point.ranks_per_node == ranks_per_node || are_on_one_node);
}

/// The seconds that the model predicts for a candidate at a point, for ranks on these nodes.
double predicted(const rules::MeasuredTime& time, const rules::Measurement& point,
                 const algorithms::Nodes& nodes, cost::CostModel model, SharingTimes& sharing) {
  model.ranks_per_node = point.ranks_per_node;
  model = cost::on_nodes(model, static_cast<std::uint32_t>(nodes.count()));
  const algorithms::Task task{.collective = point.collective,
                              .ranks = point.ranks,
                              .parameters = time.candidate.parameters,
                              .nodes = nodes};
  const algorithms::Kernel& kernel = *time.candidate.kernel;
  const auto bytes = static_cast<double>(point.bytes);
  return formula_seconds(kernel, task, model, bytes) +
         sharing.seconds_a_byte(kernel, task, model) * bytes;
}

double between(double low, double high, double share) { return low + (high - low) * share; }

}  // namespace

Measured::Measured(const Problem& problem, const Knowledge& knowledge, CandidateCache& candidates)
    : problem_(problem),
      source_(knowledge.rules->source.empty() ? "this program" : knowledge.rules->source) {
  int fewer = 0;
  int more = 0;
  const auto& all = knowledge.rules->measurements;
  for (const rules::Measurement& point : all) {
    if (!is_alike(point, problem)) continue;
    if (point.ranks <= problem.ranks) fewer = std::max(fewer, point.ranks);
    if (point.ranks >= problem.ranks) more = more == 0 ? point.ranks : std::min(more, point.ranks);
  }
  sides_[0].ranks = fewer != 0 ? fewer : more;
  sides_[1].ranks = more != 0 ? more : fewer;
  const auto fill = [&](Side& side) {
    for (const rules::Measurement& point : all)
      if (is_alike(point, problem) && point.ranks == side.ranks) side.points.push_back(&point);
    read(side, knowledge.model, candidates);
  };
  fill(sides_[0]);
  if (sides_[1].ranks == sides_[0].ranks)
    sides_[1] = sides_[0];
  else
    fill(sides_[1]);
}

/// Reads all candidates that can serve the problem; of the variants of a kernel the fastest counts.
void Measured::read(Side& side, const cost::CostModel& model, CandidateCache& candidates) const {
  // Usually the same for all points, and expensive to make for many ranks.
  std::optional<algorithms::Nodes> nodes;
  int ranks_per_node = 0;
  for (const rules::Measurement* point : side.points) {
    if (std::exchange(ranks_per_node, point->ranks_per_node) != point->ranks_per_node)
      nodes = algorithms::Nodes::in_succession(point->ranks, point->ranks_per_node);
    for (const rules::MeasuredTime& time : point->times) {
      const algorithms::Kernel* kernel = time.candidate.kernel;
      if (kernel != nullptr &&
          !obstacle(*kernel, time.candidate.parameters, problem_, AllowedBrackets::all, candidates)
               .empty())
        continue;
      const double place = log_bytes(point->bytes);
      const auto [known, is_new] = side.times[kernel].try_emplace(place, std::log(time.median()));
      if (!is_new && known->second <= std::log(time.median())) continue;
      known->second = std::log(time.median());
      if (kernel == nullptr) continue;
      side.segments[kernel][place] = time.candidate.segment_bytes;
      // A predicted time of 0 has no ratio.
      const double expected = predicted(time, *point, *nodes, model, candidates.sharing());
      if (expected > 0) side.ratios[kernel][place] = std::log(time.median() / expected);
    }
  }
}

double Measured::value_at(const Curve& curve) const {
  const double place = log_bytes(problem_.bytes);
  const auto above = curve.lower_bound(place);
  if (above == curve.begin()) return above->second;
  const auto below = std::prev(above);
  if (above == curve.end()) return below->second;
  return between(below->second, above->second,
                 (place - below->first) / (above->first - below->first));
}

std::optional<double> Measured::measured_correction(const algorithms::Kernel* kernel) const {
  std::array<std::optional<double>, 2> values;
  for (std::size_t s = 0; s < sides_.size(); ++s)
    if (const auto curve = sides_[s].ratios.find(kernel); curve != sides_[s].ratios.end())
      values[s] = value_at(curve->second);
  if (!values[0] || !values[1] || sides_[0].ranks == sides_[1].ranks)
    return values[0] ? values[0] : values[1];
  const double share = (std::log(problem_.ranks) - std::log(sides_[0].ranks)) /
                       (std::log(sides_[1].ranks) - std::log(sides_[0].ranks));
  return between(*values[0], *values[1], share);
}

std::vector<const algorithms::Kernel*> Measured::kernels() const {
  std::vector<const algorithms::Kernel*> all;
  for (const algorithms::Kernel& kernel : allfold::algorithms::kernels())
    if (std::ranges::any_of(sides_,
                            [&](const Side& side) { return side.ratios.contains(&kernel); }))
      all.push_back(&kernel);
  return all;
}

double Measured::correction(const algorithms::Kernel& kernel) const {
  if (const auto own = measured_correction(&kernel)) return std::exp(*own);
  std::optional<double> worst;
  for (const algorithms::Kernel* each : kernels())
    worst = std::max(worst, measured_correction(each));
  return worst ? std::exp(*worst) : 1;
}

std::optional<std::int64_t> Measured::segment_of(const algorithms::Kernel& kernel) const {
  if (sides_[0].ranks == 0) return std::nullopt;  // nothing was measured
  const auto distance_of = [&](const Side& side) {
    return std::abs(std::log(side.ranks) - std::log(problem_.ranks));
  };
  std::array<const Side*, 2> by_distance{sides_.data(), sides_.data() + 1};
  if (distance_of(sides_[1]) < distance_of(sides_[0])) std::swap(by_distance[0], by_distance[1]);
  for (const Side* side : by_distance)
    if (const auto found = side->segments.find(&kernel); found != side->segments.end())
      return std::ranges::min_element(found->second, {},
                                      [&](const auto& point) {
                                        return std::abs(point.first - log_bytes(problem_.bytes));
                                      })
          ->second;
  return std::nullopt;
}

bool Measured::native_is_quickest() const {
  return std::ranges::all_of(sides_, [&](const Side& side) {
    const auto native = side.times.find(nullptr);
    if (native == side.times.end()) return false;
    const double time = value_at(native->second);
    return std::ranges::all_of(side.times, [&](const auto& other) {
      return other.first == nullptr || time < value_at(other.second);
    });
  });
}

std::vector<rules::MeasuredTime> Measured::at_problem() const {
  std::vector<rules::MeasuredTime> times;
  if (sides_[0].ranks == problem_.ranks)
    for (const rules::Measurement* point : sides_[0].points)
      if (point->bytes == problem_.bytes)
        times.insert(times.end(), point->times.begin(), point->times.end());
  std::ranges::stable_sort(times, {}, &rules::MeasuredTime::median);
  return times;
}

std::string Measured::where() const {
  const auto [fewer, more] = std::pair{sides_[0].ranks, sides_[1].ranks};
  return fewer == more ? text::format("on {} ranks ({})", fewer, source_)
                       : text::format("on {} and {} ranks ({})", fewer, more, source_);
}

}  // namespace allfold::select
