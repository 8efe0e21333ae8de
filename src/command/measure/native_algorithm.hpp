/// @file The MPI library's own algorithms: which there are, and how to have one.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "schedule/schedule.hpp"

namespace allfold::command::measure {

/// An algorithm of Open MPI's component `tuned`, by its number there.
struct NativeAlgorithm {
  schedule::Collective collective;
  int number;
  std::string_view name;
};

/// The algorithm of Open MPI's that does what a kernel of ours does, as nearly as there is one.
struct Counterpart {
  std::string_view kernel;
  schedule::Collective collective;
  int number;
  std::string_view difference;  ///< what Open MPI does otherwise; numbers are of its algorithms
};

[[nodiscard]] std::span<const NativeAlgorithm> native_algorithms();
[[nodiscard]] std::span<const Counterpart> counterparts();

[[nodiscard]] const NativeAlgorithm* find_native_algorithm(schedule::Collective collective,
                                                           int number);
/// By number, or by name with '-' for '_' or without.
[[nodiscard]] const NativeAlgorithm* find_native_algorithm(schedule::Collective collective,
                                                           std::string_view text);
[[nodiscard]] const Counterpart* find_counterpart(schedule::Collective collective,
                                                  std::string_view kernel);

/// Has Open MPI's component `tuned` heed `Forced`. To be called before MPI_Init, on all ranks.
void allow_forcing();
/// The same where an algorithm of that component is to serve all calls: another component of higher
/// priority would do so instead.
void prefer_tuned();

/// While it lives, Open MPI makes communicators whose calls of a collective are served by one
/// algorithm, as long as they live. Without an algorithm it does nothing.
class Forced {
 public:
  explicit Forced(const NativeAlgorithm* algorithm);
  ~Forced();
  Forced(const Forced&) = delete;
  Forced& operator=(const Forced&) = delete;

  /// Whether Open MPI took it, as it says.
  [[nodiscard]] bool is_taken() const { return is_taken_; }

 private:
  const NativeAlgorithm* algorithm_;
  std::optional<int> before_;  ///< what the user's environment has it be
  bool is_taken_ = true;
};

/// What the user's environment forces for the collective, as "NAME=value".
[[nodiscard]] std::optional<std::string> forced_by_user(schedule::Collective collective);

}  // namespace allfold::command::measure
