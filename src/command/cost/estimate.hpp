/// @file Estimates: the predicted time of a kernel on a machine of the cost model.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "algorithms/kernel.hpp"
#include "algorithms/kernel_name.hpp"
#include "program/program.hpp"

namespace allfold::command::cost {

/// Programs of more ranks are not executed, since those of a ring have p^2 operations in all.
inline constexpr int most_ranks_executed = 256;

/// The predicted cost of a kernel with given parameters.
struct Estimate {
  const algorithms::Kernel* kernel;
  algorithms::Parameters parameters;
  allfold::cost::Cost cost;
  double seconds;
  /// Whether each term of the cost equals that of the programs, or is an upper bound of it.
  enum class Terms : std::uint8_t { exact, bounds } terms;
  /// How the time was found: by executing the programs of all ranks, or from the closed form.
  enum class Basis : std::uint8_t { executed, exact_formula, upper_bound } basis;

  /// For example "composed:steps=2h-3".
  [[nodiscard]] std::string name() const {
    return std::string(kernel->name) + algorithms::text_of(*kernel, parameters);
  }
};

/// Estimates the cost of one kernel on one number of ranks, for vectors of any length.
class Estimator {
 public:
  /// Considers only `parameters` if they are set, otherwise all parameters that make a difference.
  Estimator(const algorithms::Kernel& kernel, const algorithms::Task& task,
            const allfold::cost::CostModel& model,
            const std::optional<algorithms::Parameters>& parameters = std::nullopt);

  /// The estimate with the parameters that are cheapest for vectors of `bytes` bytes.
  [[nodiscard]] Estimate cheapest(double bytes) const;
  /// The same, with rounds, volume and reductions taken from execution if the ranks are few enough.
  [[nodiscard]] Estimate in_detail(double bytes) const;

 private:
  struct Variant {
    algorithms::Parameters parameters;
    algorithms::Claim claim;
    std::vector<program::Program> programs;  ///< empty if the claim suffices
    double sharing = 0;  ///< seconds per byte of waiting for shared links, in addition to the claim
  };
  [[nodiscard]] bool can_be_executed() const;
  [[nodiscard]] double seconds_of(const Variant& variant, double bytes) const;
  [[nodiscard]] algorithms::Task task_with(const algorithms::Parameters& parameters) const;

  const algorithms::Kernel* kernel_;
  algorithms::Task task_;
  allfold::cost::CostModel model_;
  std::vector<Variant> variants_;
};

/// The nodes of the model for so many ranks; empty if each rank has a node of its own.
[[nodiscard]] algorithms::Nodes nodes_in(const allfold::cost::CostModel& model, int ranks);

/// An estimate for each kernel that serves the task's collective, the cheapest first.
[[nodiscard]] std::vector<Estimate> estimates(const algorithms::Task& task,
                                              const allfold::cost::CostModel& model, double bytes);

/// The cheapest estimate in the reproducible mode.
[[nodiscard]] Estimate reproducible_estimate(const algorithms::Task& task,
                                             const allfold::cost::CostModel& model, double bytes);

}  // namespace allfold::command::cost
