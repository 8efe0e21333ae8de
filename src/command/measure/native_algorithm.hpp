/// @file The MPI library's own algorithms, and how to force one.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "schedule/collective.hpp"

namespace allfold::command::measure {

/// An algorithm of Open MPI's component `tuned`, with its number there.
struct NativeAlgorithm {
  schedule::Collective collective;
  int number;
  std::string_view name;
};

/// The algorithm of Open MPI that is closest to one of Allfold's kernels.
struct Counterpart {
  std::string_view kernel;
  schedule::Collective collective;
  int number;
  std::string_view difference;  ///< how Open MPI's differs; numbers are those of its algorithms
};

[[nodiscard]] std::span<const NativeAlgorithm> native_algorithms();
[[nodiscard]] std::span<const Counterpart> counterparts();

[[nodiscard]] const NativeAlgorithm* find_native_algorithm(schedule::Collective collective,
                                                           int number);
/// Finds an algorithm by its number or its name. '-' and '_' are equivalent.
[[nodiscard]] const NativeAlgorithm* find_native_algorithm(schedule::Collective collective,
                                                           std::string_view text);
[[nodiscard]] const Counterpart* find_counterpart(schedule::Collective collective,
                                                  std::string_view kernel);

/// Makes Open MPI's component `tuned` obey `Forced`. Call it before MPI_Init, on all ranks.
void allow_forcing();
/// The same, and raises the component's priority, so that no other component serves the calls.
void prefer_tuned();

/// While an object of this class exists, Open MPI makes communicators that serve calls of a
/// collective with this algorithm for their whole life. Has no effect if `algorithm` is null.
class Forced {
 public:
  explicit Forced(const NativeAlgorithm* algorithm);
  ~Forced();
  Forced(const Forced&) = delete;
  Forced& operator=(const Forced&) = delete;

  /// Whether Open MPI reports that it accepted the algorithm.
  [[nodiscard]] bool is_taken() const { return is_taken_; }

 private:
  const NativeAlgorithm* algorithm_;
  std::optional<int> before_;  ///< the value before, restored by the destructor
  bool is_taken_ = true;
};

/// The setting of the user's environment that forces an algorithm, as "NAME=value".
[[nodiscard]] std::optional<std::string> forced_by_user(schedule::Collective collective);

}  // namespace allfold::command::measure
