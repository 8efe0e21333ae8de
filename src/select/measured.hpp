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

/// The measurements of the problem's collective, class of operations and placement (equally many
/// ranks per node, or all ranks on one node) on two numbers of ranks: the nearest one that is not
/// above the problem's, and the nearest one that is not below it. If one of them does not exist,
/// the other one is used alone. Logarithms of times, and of ratios of measured to predicted times,
/// are interpolated linearly in the logarithms of bytes and ranks, and are constant beyond the
/// ends.
class Measured {
 public:
  /// `candidates` is a cache.
  Measured(const Problem& problem, const Knowledge& knowledge, CandidateCache& candidates);

  [[nodiscard]] bool is_there() const { return !sides_[0].points.empty(); }
  /// The kernels that were measured, each once.
  [[nodiscard]] std::vector<const algorithms::Kernel*> kernels() const;
  /// The ratio of a kernel's time to that of the model. A kernel that was not measured, because it
  /// could not win, gets the largest ratio of those that were.
  [[nodiscard]] double correction(const algorithms::Kernel& kernel) const;
  /// The segment length, in bytes, with which a kernel was the fastest at the nearest point.
  /// Absent: that of the communicator.
  [[nodiscard]] std::optional<std::int64_t> segment_of(const algorithms::Kernel& kernel) const;
  /// Whether the MPI library's own call was the fastest for vectors of the problem's length, on
  /// both numbers of ranks.
  [[nodiscard]] bool native_is_quickest() const;
  /// The times that were measured at exactly this problem, the fastest first.
  [[nodiscard]] std::vector<rules::MeasuredTime> at_problem() const;
  /// The numbers of ranks and the source, for example "on 6 and 8 ranks (rules.json)".
  [[nodiscard]] std::string where() const;

 private:
  /// The logarithms of a candidate's times or ratios, by the logarithm of bytes.
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
  std::array<Side, 2> sides_;  ///< fewer ranks, and more ranks; equal if there is only one number
};

/// The basis on which candidates are compared: corrections are relative to formulas.
[[nodiscard]] inline Basis basis_of(const Measured& measured) {
  return measured.is_there() ? Basis::formulas : Basis::programs;
}

}  // namespace allfold::select
