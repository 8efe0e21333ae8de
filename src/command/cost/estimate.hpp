/// @file Estimates: what a kernel takes on a machine of the cost model.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "algorithms/kernel.hpp"
#include "algorithms/kernel_name.hpp"
#include "program/program.hpp"

namespace allfold::command::cost {

/// Programs of more ranks are not executed: those of a ring have p^2 operations.
inline constexpr int most_ranks_executed = 256;

/// What a kernel with some parameters costs.
struct Estimate {
  const algorithms::Kernel* kernel;
  algorithms::Parameters parameters;
  allfold::cost::Cost cost;
  double seconds;
  /// Whether the terms of the cost, each by itself, are those of the programs, or at least as large.
  enum class Terms : std::uint8_t { exact, bounds } terms;
  /// Whether the programs of all ranks were executed for the time, or the closed form taken.
  enum class Basis : std::uint8_t { executed, exact_formula, upper_bound } basis;

  /// "composed:steps=2h-3".
  [[nodiscard]] std::string name() const {
    return std::string(kernel->name) + algorithms::text_of(*kernel, parameters);
  }
};

/// A kernel on a number of ranks, for any number of lengths of vectors.
class Estimator {
 public:
  /// With parameters that are set those alone, else all that make a difference.
  Estimator(const algorithms::Kernel& kernel, const algorithms::Task& task,
            const allfold::cost::CostModel& model,
            const std::optional<algorithms::Parameters>& parameters = std::nullopt);

  /// The parameters that are cheapest for vectors of `bytes` bytes, with what they cost.
  [[nodiscard]] Estimate cheapest(double bytes) const;
  /// The same with its rounds, volume and reductions by execution, where that can be.
  [[nodiscard]] Estimate in_detail(double bytes) const;

 private:
  struct Variant {
    algorithms::Parameters parameters;
    algorithms::Claim claim;
    std::vector<program::Program> programs;  ///< where the claim is not enough
    double sharing = 0;  ///< seconds a byte that ranks wait for links, beside the claim
  };
  [[nodiscard]] bool can_be_executed() const;
  [[nodiscard]] double seconds_of(const Variant& variant, double bytes) const;
  [[nodiscard]] algorithms::Task task_with(const algorithms::Parameters& parameters) const;

  const algorithms::Kernel* kernel_;
  algorithms::Task task_;
  allfold::cost::CostModel model_;
  std::vector<Variant> variants_;
};

/// The nodes that the model has for so many ranks; none where each has its own.
[[nodiscard]] algorithms::Nodes nodes_in(const allfold::cost::CostModel& model, int ranks);

/// All kernels that serve the task's collective, the cheapest first.
[[nodiscard]] std::vector<Estimate> estimates(const algorithms::Task& task,
                                              const allfold::cost::CostModel& model, double bytes);

/// The cheapest that brackets as the tree F does.
[[nodiscard]] Estimate reproducible_estimate(const algorithms::Task& task,
                                             const allfold::cost::CostModel& model, double bytes);

}  // namespace allfold::command::cost
