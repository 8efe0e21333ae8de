/// @file Preset: a row whose Plan is that of a composition.
#pragma once

#include <span>
#include <string_view>

#include "algorithms/composition_plans.hpp"

namespace allfold::algorithms {

/// What distinguishes such a row from others, besides its composition. The members are those of
/// Kernel.
struct Preset {
  std::string_view name;
  std::string_view summary;
  std::string_view formula;
  std::string_view reference;
  Collectives collectives = Collectives::any();
  std::span<const Parameter> parameters = {};
};

/// The row of a preset. The product of the factors of `composition` must be the number of the
/// task's ranks.
template <Composition (*composition)(const Task& task)>
[[nodiscard]] constexpr Kernel row_of(const Preset& preset) {
  return {
      .name = preset.name,
      .summary = preset.summary,
      .formula = preset.formula,
      .reference = preset.reference,
      .least_bytes = [](const Task& task,
                        Pace pace) { return least_bytes_of(composition(task), pace); },
      .most_bytes = [](const Task& task) { return most_bytes_of(composition(task)); },
      .collectives = preset.collectives,
      .order = OperandOrder::rank_order,
      .bracketing = [](const Task& task) { return bracketing_of(composition(task)); },
      .work_vectors = [](const Task& task) { return work_vectors_of(composition(task)); },
      .rows = [](const Task& task) { return takes_rows(composition(task)); },
      .parameters = preset.parameters,
      .generate = [](const Task& task) { return plan_of(task, composition(task)); },
      .claim = [](const Task& task) { return claim_of(task, composition(task)); },
  };
}

}  // namespace allfold::algorithms
