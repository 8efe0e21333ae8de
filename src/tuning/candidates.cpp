#include "tuning/candidates.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "algorithms/registry.hpp"
#include "select/cheapest.hpp"
#include "select/knowledge.hpp"
#include "tuning/shares.hpp"

namespace allfold::tuning {

namespace {

constexpr double first_width = 3;
constexpr double least_width = 1.5;
constexpr double greatest_width = 10;
constexpr std::size_t fewest_errors = 10;
constexpr double trusted_share = 0.9;  // of all errors are within half of the band
constexpr std::size_t most_alike = 2;  // of candidates that cost the same in the model

/// How many kernels of messages are measured, and how close to the fastest they have to be. There
/// is time for few long calls, and the model is more exact for them, as bytes take most of their
/// time.
struct Limits {
  double from;  ///< seconds of a call
  double band;
  std::size_t most;
};
constexpr std::array limits{Limits{0.1, least_width, 6}, Limits{long_call_seconds, 2, 6},
                            Limits{0, greatest_width, 8}};

/// The model for the kernel's messages, with the task's nodes. The formulas of shared memory use
/// the terms of a network.
cost::CostModel model_for(const algorithms::Kernel& kernel, const algorithms::Task& task,
                          const cost::CostModel& model) {
  cost::CostModel changed = model;
  changed.ranks_per_node = std::max(task.nodes.most(), 1);
  if (kernel.carrier == algorithms::Carrier::shared_memory) changed.link = model.inside;
  return select::as_met_by(kernel, changed);
}

/// The kernel with its cheapest parameters; absent if it cannot keep the order.
std::optional<Candidate> candidate_of(const algorithms::Kernel& kernel,
                                      const algorithms::Task& task, schedule::OperandOrder order,
                                      const cost::CostModel& model, double bytes,
                                      select::CandidateCache& candidates) {
  const cost::CostModel own = model_for(kernel, task, model);
  const auto found = select::cheapest({.kernel = kernel,
                                       .task = task,
                                       .brackets = select::AllowedBrackets::all,
                                       .model = own,
                                       .bytes = bytes,
                                       .basis = select::Basis::formulas},
                                      candidates, [&](const algorithms::Parameters& parameters) {
                                        algorithms::Task with = task;
                                        with.parameters = parameters;
                                        return order == schedule::OperandOrder::any ||
                                               algorithms::order_of(kernel, with) ==
                                                   schedule::OperandOrder::rank_order;
                                      });
  if (!found) return std::nullopt;
  return Candidate{.kernel = {.kernel = &kernel, .parameters = found->parameters},
                   .predicted = found->seconds};
}

bool goes_by_messages(const Candidate& candidate) {
  return candidate.kernel.kernel->carrier == algorithms::Carrier::messages;
}

}  // namespace

void Band::add(const std::vector<Pair>& pairs) {
  std::vector<double> errors;
  errors.reserve(pairs.size());
  for (const Pair& pair : pairs) errors.push_back(std::log(pair.measured / pair.predicted));
  std::ranges::sort(errors);
  for (const double error : errors)
    if (errors.size() > 1) errors_.push_back(std::abs(error - errors[errors.size() / 2]));
}

// The errors of two kernels may have opposite signs.
double Band::width() const {
  if (errors_.size() < fewest_errors) return first_width;
  std::vector<double> sorted = errors_;
  std::ranges::sort(sorted);
  const auto place = static_cast<std::size_t>(trusted_share * static_cast<double>(sorted.size()));
  return std::clamp(std::exp(2 * sorted[place]), least_width, greatest_width);
}

std::vector<Candidate> candidates_for(const algorithms::Task& task, schedule::OperandOrder order,
                                      const cost::CostModel& model, double bytes, double band,
                                      select::CandidateCache& candidates) {
  std::vector<Candidate> all;
  for (const algorithms::Kernel& kernel : algorithms::kernels())
    if (kernel.serves(task.collective) && algorithms::suits_nodes(kernel, task.nodes))
      if (const auto candidate = candidate_of(kernel, task, order, model, bytes, candidates))
        all.push_back(*candidate);
  std::ranges::stable_sort(all, {}, &Candidate::predicted);
  std::vector<Candidate> taken = {{}};
  const Limits& own = *std::ranges::find_if(
      limits, [&](const Limits& each) { return all.front().predicted >= each.from; });
  std::size_t by_messages = 0;
  const auto is_alike = [](const Candidate& a, const Candidate& b) {
    return std::abs(a.predicted - b.predicted) <= 1e-9 * a.predicted;
  };
  for (const Candidate& each : all) {
    if (goes_by_messages(each)) {
      const auto alike = std::ranges::count_if(
          taken, [&](const Candidate& other) { return is_alike(each, other); });
      const bool is_in_band = each.predicted <= std::min(band, own.band) * all.front().predicted;
      if (!is_in_band || by_messages == own.most || static_cast<std::size_t>(alike) == most_alike)
        continue;
      ++by_messages;
    }
    taken.push_back(each);
  }
  return taken;
}

}  // namespace allfold::tuning
