/// @file Measured: what was measured at the numbers of ranks and bytes around a problem.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "algorithms/registry.hpp"
#include "select/cheapest.hpp"
#include "select/choice.hpp"
#include "select/knowledge.hpp"

namespace allfold::select {

/// The measurements of the problem's collective, class of operations and placement (as many ranks a
/// node, or all on one), on the nearest numbers of ranks that are not more, and not fewer, than
/// the problem's; beyond the ends on the nearest alone. Logarithms of times, and of how far the
/// model is off, are taken to be linear in those of bytes and ranks, and constant beyond the ends.
class Measured {
 public:
  /// `candidates` only saves time.
  Measured(const Problem& problem, const Knowledge& knowledge, CandidateCache& candidates);

  [[nodiscard]] bool is_there() const { return !sides_[0].points.empty(); }
  /// The kernels that were measured, each once.
  [[nodiscard]] std::vector<const algorithms::Kernel*> kernels() const;
  /// How many times as long as the model says a kernel takes here. One that was not measured, as it
  /// could not win, is taken to be off as the worst of those that were.
  [[nodiscard]] double correction(const algorithms::Kernel& kernel) const;
  /// The segments with which a kernel was the quickest at the point that is nearest.
  [[nodiscard]] std::optional<std::int64_t> segment_of(const algorithms::Kernel& kernel) const;
  /// Whether the MPI library's own call was the quickest for vectors of that length, on each of the
  /// numbers of ranks.
  [[nodiscard]] bool native_is_quickest() const;
  /// What was measured at the problem itself, the quickest first.
  [[nodiscard]] std::vector<rules::MeasuredTime> at_problem() const;
  /// "on 6 and 8 ranks (rules.json)".
  [[nodiscard]] std::string where() const;

 private:
  /// What is known of a candidate, by the logarithm of bytes: a logarithm.
  using Curve = std::map<double, double>;
  /// One of the two numbers of ranks.
  struct Side {
    int ranks = 0;
    std::vector<const rules::Measurement*> points;
    std::map<const algorithms::Kernel*, Curve> times;  ///< null: the MPI library's own
    std::map<const algorithms::Kernel*, Curve> ratios;
    std::map<const algorithms::Kernel*, std::map<double, std::optional<std::int64_t>>> segments;
  };
  void read(Side& side, const cost::CostModel& model, CandidateCache& candidates) const;
  [[nodiscard]] double value_at(const Curve& curve) const;
  [[nodiscard]] std::optional<double> measured_correction(const algorithms::Kernel* kernel) const;

  const Problem& problem_;
  std::string source_;
  std::array<Side, 2> sides_;  ///< fewer ranks, and more; both the same where there is one
};

/// What candidates are compared by: corrections are those of formulas.
[[nodiscard]] inline Basis basis_of(const Measured& measured) {
  return measured.is_there() ? Basis::formulas : Basis::programs;
}

}  // namespace allfold::select
