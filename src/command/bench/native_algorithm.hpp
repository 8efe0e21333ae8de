/// @file The MPI library's own algorithms: which there are, and how to have one.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "schedule/schedule.hpp"

namespace allfold::bench {

/// An algorithm of Open MPI's component `tuned`, by its number there.
struct NativeAlgorithm {
  Collective collective;
  int number;
  std::string_view name;
};

/// The algorithm of Open MPI's that does what a kernel of ours does, as nearly as there is one.
struct Counterpart {
  std::string_view kernel;
  Collective collective;
  int number;
  std::string_view difference;  ///< what Open MPI does otherwise; numbers are of its algorithms
};

[[nodiscard]] std::span<const NativeAlgorithm> native_algorithms();
[[nodiscard]] std::span<const Counterpart> counterparts();

[[nodiscard]] const NativeAlgorithm* find_native_algorithm(Collective collective, int number);
/// By number, or by name with '-' for '_' or without.
[[nodiscard]] const NativeAlgorithm* find_native_algorithm(Collective collective,
                                                           std::string_view text);
[[nodiscard]] const Counterpart* find_counterpart(Collective collective, std::string_view kernel);

/// Has Open MPI use the algorithm for every call of its collective. To be called before MPI_Init,
/// on all ranks.
void force(const NativeAlgorithm& algorithm);

/// Whether Open MPI took it, as it says after MPI_Init.
[[nodiscard]] bool is_forced(const NativeAlgorithm& algorithm);

/// What the user's environment forces for the collective, as "NAME=value".
[[nodiscard]] std::optional<std::string> forced_by_user(Collective collective);

}  // namespace allfold::bench
