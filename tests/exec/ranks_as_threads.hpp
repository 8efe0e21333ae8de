/// @file Ranks as threads that run a kernel's programs over a Network, and check what they get.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "algorithms/kernel.hpp"
#include "exec/interfaces.hpp"
#include "exec/layout.hpp"
#include "schedule/compile.hpp"

namespace allfold::testing {

/// An affine map x -> a*x + b modulo 2^64. Composition is associative and does not commute.
struct Map {
  std::uint64_t a;
  std::uint64_t b;
  friend bool operator==(const Map&, const Map&) = default;
};

/// Composes maps, or adds them where operands may come in any order.
class MapArithmetic final : public Arithmetic {
 public:
  MapArithmetic(OperandOrder order, const Layout& layout) : order_(order), layout_(layout) {}

  /// From then on every reduction fails.
  void fail() { status_ = failed; }
  static constexpr Status failed = 55;

  Status reduce(void* into, const void* left, const void* right, std::int64_t elements) override;
  Status copy(void* into, const void* from, std::int64_t elements) override;

 private:
  [[nodiscard]] std::byte* place(const void* vector, std::int64_t i) const;
  [[nodiscard]] Map at(const void* vector, std::int64_t i) const;

  OperandOrder order_;
  Layout layout_;
  Status status_ = success;
};

inline constexpr Status no_memory = 66;

inline constexpr Layout plain{
    .extent = sizeof(Map), .true_lower_bound = 0, .true_extent = sizeof(Map)};
inline constexpr Layout with_gaps{
    .extent = 40, .true_lower_bound = 8, .true_extent = sizeof(Map), .is_contiguous = false};
inline constexpr Layout backwards{
    .extent = -24, .true_lower_bound = -4, .true_extent = sizeof(Map), .is_contiguous = false};

/// One reduction; one rank may fail in it.
struct Case {
  const Kernel* kernel;
  Task task;
  std::int64_t elements = 0;
  Binding binding = Binding::separate;
  Layout layout = plain;
  std::int64_t short_message = 0;
  Segmentation segmentation = {};
  std::optional<int> failing_rank = std::nullopt;
  enum class Failure { arithmetic, memory } failure = Failure::arithmetic;
};

[[nodiscard]] bool gets_result(const Task& task, int rank);

/// Runs all ranks, each in a thread of its own, and returns their statuses. What they were given and
/// what they got is checked.
std::vector<Status> run(const Case& c);

}  // namespace allfold::testing
