/// @file The choice of a kernel: a pure function of values that are equal on all ranks.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "select/configuration.hpp"

namespace allfold {

/// What is to be reduced, as far as the choice goes.
struct Problem {
  Collective collective = Collective::allreduce;
  int ranks = 1;
  std::int64_t bytes = 0;  ///< count times the size of the type
  /// `any` for commutative operations; others need rank order.
  OperandOrder order = OperandOrder::any;

  friend bool operator==(const Problem&, const Problem&) = default;
};

/// What serves a call.
struct Choice {
  const Kernel* kernel = nullptr;  ///< null: the MPI library's own
  Parameters parameters;
  std::string_view reason;
};

/// One default: it applies to the numbers of ranks and bytes in its ranges.
struct Rule {
  enum class Ranks : std::uint8_t { any, powers_of_two, others };

  std::string_view name;
  Collective collective;
  Ranks ranks = Ranks::any;
  int from_ranks = 1;
  int to_ranks = INT32_MAX;           ///< inclusive
  std::int64_t to_bytes = INT64_MAX;  ///< inclusive; rules for longer vectors come later
  std::string_view kernel;
  /// For kernels with halvings: pieces longer than this many bytes are halved.
  std::int64_t halve_above = 0;
};

/// The built-in rules, in order: the first that applies, and whose kernel keeps the order that the
/// operation needs, is taken.
[[nodiscard]] std::span<const Rule> default_rules();

/// Chooses by the user's wish, else by the default rules.
[[nodiscard]] Choice choose(const Problem& problem, const Wish& wish);

/// "ring" or "elimination-overlapping:halvings=2" or "native".
[[nodiscard]] std::string text_of(const Choice& choice);

}  // namespace allfold
