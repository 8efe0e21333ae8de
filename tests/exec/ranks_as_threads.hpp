/// @file Ranks as threads that run a kernel's programs over a Network, and checks of their results.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "algorithms/kernel.hpp"
#include "exec/interfaces.hpp"
#include "exec/layout.hpp"
#include "program/compile.hpp"

namespace allfold::testing {

/// An affine map x -> a*x + b modulo 2^64. Composition is associative and does not commute.
struct Map {
  std::uint64_t a;
  std::uint64_t b;
  friend bool operator==(const Map&, const Map&) = default;
};

/// Composes maps, or adds them where operands may be combined in any order.
class MapArithmetic final : public exec::Arithmetic {
 public:
  MapArithmetic(schedule::OperandOrder order, const exec::Layout& layout)
      : order_(order), layout_(layout) {}

  /// All later reductions fail.
  void fail() { status_ = failed; }
  static constexpr exec::Status failed = 55;

  exec::Status reduce(void* into, const void* left, const void* right,
                      std::int64_t elements) override;
  exec::Status copy(void* into, const void* from, std::int64_t elements) override;

 private:
  schedule::OperandOrder order_;
  exec::Layout layout_;
  exec::Status status_ = exec::success;
};

inline constexpr exec::Status no_memory = 66;

inline constexpr exec::Layout plain{
    .extent = sizeof(Map), .true_lower_bound = 0, .true_extent = sizeof(Map)};
inline constexpr exec::Layout with_gaps{
    .extent = 40, .true_lower_bound = 8, .true_extent = sizeof(Map), .is_contiguous = false};
inline constexpr exec::Layout backwards{
    .extent = -24, .true_lower_bound = -4, .true_extent = sizeof(Map), .is_contiguous = false};
/// For vectors of `elements` elements that lie in each other's gaps, like the columns of a matrix
/// with two rows.
[[nodiscard]] constexpr exec::Layout interleaved(std::int64_t elements) {
  constexpr std::int64_t half = sizeof(Map) / 2;
  return {.extent = half,
          .true_lower_bound = 0,
          .true_extent = (elements + 1) * half,
          .is_contiguous = false};
}

/// One reduction, in which one rank may fail.
struct Case {
  const algorithms::Kernel* kernel;
  algorithms::Task task;
  std::int64_t elements = 0;
  std::span<const std::int64_t> starts = {};  ///< as in exec::Shape; then `elements` is not used
  program::Binding binding = program::Binding::separate;
  exec::Layout layout = plain;
  std::int64_t short_message = 0;
  program::Segmentation segmentation = {};
  std::optional<int> failing_rank = std::nullopt;
  enum class Failure { arithmetic, memory } failure = Failure::arithmetic;
};

/// Runs each rank in its own thread, and returns the status of each rank. Checks the inputs and the
/// results.
std::vector<exec::Status> run(const Case& c);

}  // namespace allfold::testing
