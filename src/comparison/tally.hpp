/// @file Tally: the results of a run's comparisons.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "schedule/collective.hpp"

namespace allfold::comparison {

/// What calls that are counted together have in common.
struct CallKind {
  schedule::Collective collective = schedule::Collective::allreduce;
  int ranks = 0;
  int size_class = 0;  ///< 0: no bytes; k: [2^(k-1), 2^k) bytes
  std::string operation = {};
  std::string type = {};
  std::string algorithm = {};  ///< with which Allfold served them

  // NOLINTNEXTLINE(modernize-use-nullptr): clang-tidy 14 flags the 0 of a defaulted <=>.
  friend std::strong_ordering operator<=>(const CallKind&, const CallKind&) = default;
};

struct CallSums {
  std::uint64_t calls = 0;
  std::uint64_t within = 0;           ///< calls whose results differ within the bound
  std::uint64_t order_sensitive = 0;  ///< calls whose results differ, with no bound known
  std::uint64_t mismatches = 0;
  std::uint64_t by_program = 0;   ///< calls with user-defined operations
  std::uint64_t unexplained = 0;  ///< of these, calls that differ by more than reordering explains
  double native_seconds = 0;
  double allfold_seconds = 0;
  double worst = 0;  ///< the greatest difference, in units of the bound

  void add(const CallSums& other);
};

struct Tally {
  std::map<CallKind, CallSums> compared;
  std::map<std::string, std::uint64_t> not_compared;  ///< calls by reason
  std::vector<std::string> mismatches;                ///< the first ones, in full
  std::vector<std::string> unexplained;               ///< the first ones, in full

  static constexpr std::size_t most_mismatches = 3;

  /// Adds comparisons of the same rank.
  void add(const Tally& more);
  /// Merges another rank's tally: calls are added, and of the seconds the maximum is kept.
  void merge(const Tally& other);
  void add_mismatch(std::string text);
  void add_unexplained(std::string text);
  /// A copy without the numbers of calls, for a rank whose calls another rank counts.
  [[nodiscard]] Tally without_calls() const;
  [[nodiscard]] bool is_empty() const {
    return compared.empty() && not_compared.empty() && mismatches.empty() && unexplained.empty();
  }
};

/// Serialises the tally for another rank.
[[nodiscard]] std::string packed(const Tally& tally);
void merge_packed(Tally& tally, std::string_view packed);

/// The report as lines of text. `of_whom` is, for example, "3 ranks".
[[nodiscard]] std::string text_of(const Tally& tally, std::string_view of_whom);

}  // namespace allfold::comparison
