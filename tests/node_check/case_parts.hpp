/// @file Case parts: what the lists of cases are made of.
#pragma once

#include <cstdint>
#include <vector>

#include "node_check/checked_ranks.hpp"

namespace allfold::testing::case_parts {

using node::everyone;
using node::Hierarchy;
using node::Way;
using Form = CheckedCall::Form;
using Result = CheckedCall::Result;

/// Elements of short vectors, by the entries that they take, and of long vectors, by cycles.
inline constexpr std::int64_t inlined = 1;
inline constexpr std::int64_t small = 10;
inline constexpr std::int64_t large = 64;
inline constexpr std::int64_t of_cycle = 128;
inline constexpr std::int64_t two_cycles = 2 * of_cycle;
inline constexpr std::int64_t five_cycles = 5 * of_cycle - 3;

inline const std::int64_t longer_than_least_room =
    static_cast<std::int64_t>(node::least_room()) / element_bytes + 1;

/// Of vectors by levels, of which pieces have four parts of 512 B.
inline constexpr std::int64_t of_piece = 256;
inline constexpr std::int64_t two_pieces = 2 * of_piece;
inline constexpr std::int64_t three_pieces = 3 * of_piece;
inline constexpr std::int64_t five_pieces = 5 * of_piece - 3;

inline constexpr node::Lengths all_long{.most_short_bytes = 0, .piece_bytes = 1024};
/// Of groups with clusters: pieces of four parts of 512 B.
inline constexpr node::Lengths by_levels{.most_short_bytes = 512, .piece_bytes = 2048};
inline constexpr node::Lengths by_levels_all_long{.most_short_bytes = 0, .piece_bytes = 2048};

inline const Hierarchy two_levels{.ranks = {0, 1, 2, 3}, .levels = {{.starts = {0, 2}}}};
inline const Hierarchy uneven{.ranks = {0, 2, 4, 1, 3}, .levels = {{.starts = {0, 3}}}};
inline const Hierarchy three_levels{.ranks = {0, 1, 2, 3, 4, 5, 6, 7},
                                    .levels = {{.starts = {0, 2, 4, 6}}, {.starts = {0, 4}}}};

inline std::vector<CheckedCall> times(std::size_t number, const CheckedCall& call) {
  std::vector<CheckedCall> calls(number, call);
  return calls;
}

/// One call of each root, and then an Allreduce.
inline std::vector<CheckedCall> each_root(int ranks, CheckedCall call) {
  std::vector<CheckedCall> calls;
  for (call.root = 0; call.root < ranks; ++call.root) calls.push_back(call);
  call.root = everyone;
  calls.push_back(call);
  return calls;
}

/// A call of each count.
inline std::vector<CheckedCall> of_counts(const std::vector<std::int64_t>& counts,
                                          CheckedCall call) {
  std::vector<CheckedCall> calls;
  for (const std::int64_t count : counts) {
    call.count = count;
    calls.push_back(call);
  }
  return calls;
}

}  // namespace allfold::testing::case_parts

namespace allfold::testing {

[[nodiscard]] std::vector<Case> short_cases();
[[nodiscard]] std::vector<Case> long_cases();
[[nodiscard]] std::vector<Case> level_cases();
[[nodiscard]] std::vector<Case> group_cases();

}  // namespace allfold::testing
