/// @file Tally: what the comparisons of a run have shown.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "schedule/schedule.hpp"

namespace allfold::comparison {

/// Calls that are counted together.
struct CallKind {
  schedule::Collective collective = schedule::Collective::allreduce;
  int ranks = 0;
  int size_class = 0;  ///< 0: no bytes; k: [2^(k-1), 2^k) bytes
  std::string operation = {};
  std::string type = {};
  std::string algorithm = {};  ///< that Allfold served them by

  // NOLINTNEXTLINE(modernize-use-nullptr): clang-tidy 14 takes the 0 that `= default` compares with.
  friend std::strong_ordering operator<=>(const CallKind&, const CallKind&) = default;
};

struct CallSums {
  std::uint64_t calls = 0;
  std::uint64_t within = 0;           ///< calls whose results differ, within the bound
  std::uint64_t order_sensitive = 0;  ///< that differ, and it is not known how far they may
  std::uint64_t mismatches = 0;
  std::uint64_t by_program = 0;   ///< calls with operations of the program's
  std::uint64_t unexplained = 0;  ///< of these, that differ by more than reordering explains
  double native_seconds = 0;
  double allfold_seconds = 0;
  double worst = 0;  ///< the greatest difference, in units of the bound

  void add(const CallSums& other);
};

struct Tally {
  std::map<CallKind, CallSums> compared;
  std::map<std::string, std::uint64_t> not_compared;  ///< calls by reason
  std::vector<std::string> mismatches;                ///< in full, the first ones
  std::vector<std::string> unexplained;               ///< the same

  static constexpr std::size_t most_mismatches = 3;

  /// More of the same rank.
  void add(const Tally& more);
  /// That of another rank: calls are summed, and of seconds the greater is kept.
  void merge(const Tally& other);
  void add_mismatch(std::string text);
  void add_unexplained(std::string text);
  /// Without numbers of calls, which another rank of their communicator counts.
  [[nodiscard]] Tally without_calls() const;
  [[nodiscard]] bool is_empty() const {
    return compared.empty() && not_compared.empty() && mismatches.empty() && unexplained.empty();
  }
};

/// As bytes that another rank can read.
[[nodiscard]] std::string packed(const Tally& tally);
void merge_packed(Tally& tally, std::string_view packed);

/// As lines of text. `of_whom` is "3 ranks", for example.
[[nodiscard]] std::string text_of(const Tally& tally, std::string_view of_whom);

}  // namespace allfold::comparison
