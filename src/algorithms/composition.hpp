/// @file Composition: a number of ranks as a product, each factor with the steps that it takes.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace allfold::algorithms {

/// One factor: `groups` groups of ranks become one.
struct Factor {
  enum class Kind : std::uint8_t {
    butterfly,        ///< two groups exchange
    ring,             ///< a small ring
    overlapping,      ///< overlapping elimination, the last factor
    non_overlapping,  ///< non-overlapping elimination, the last factor
    blocks,           ///< binary blocks, which divide the piece, the last factor
    tree,             ///< a postal tree, for Reduce towards the root, the last factor
    chain,            ///< from group to group in segments, for Reduce to the root, the last factor
  };
  Kind kind;
  int groups;
  /// Rounds in which the piece is divided: butterfly and ring 0 or 1, elimination as many as
  /// floor(lg groups). Binary blocks always do.
  int halvings = 0;
  /// Of a chain, at most `most_segments`.
  int segments = 1;
  static constexpr int most_segments = 1024;
  /// Of a ring: where all gather, a member has so many times as much after each round. Whole pieces,
  /// or where it divides, the shares of a piece in the routing phase.
  int radix = 2;
  /// Of a tree, at most `most_lambda`: the messages that a rank can take in the latency of one.
  int lambda = 1;
  static constexpr int most_lambda = 1024;

  friend auto operator<=>(const Factor&, const Factor&) = default;  // NOLINT(modernize-use-nullptr)
};

/// The factors in their order, from neighbours to distant ranks. Rounds that divide the piece come
/// first in all that are searched: a full exchange is the cheaper the shorter the piece.
using Composition = std::vector<Factor>;

/// Whether they are the same but for the segments of the last factor, and `a` has fewer.
[[nodiscard]] bool has_fewer_segments(const Composition& a, const Composition& b);

/// Whether all of a group take shares of the piece from each other at once.
[[nodiscard]] constexpr bool divides_at_once(const Factor& factor) {
  return factor.kind == Factor::Kind::ring && factor.halvings > 0 && factor.radix > 2;
}

/// Whether it ends in a pipeline.
[[nodiscard]] inline bool ends_in_chain(const Composition& composition) {
  return !composition.empty() && composition.back().kind == Factor::Kind::chain;
}

/// The product of the factors.
[[nodiscard]] std::int64_t ranks_of(const Composition& composition);
/// The number of blocks that the pieces are cut into.
[[nodiscard]] std::int64_t blocks_of(const Composition& composition);

/// In ascending order.
[[nodiscard]] std::vector<int> prime_factors(int ranks);

/// As the user writes it: "2h-2-3h-13e2" are two butterflies, a ring of 3, and overlapping
/// elimination on 13 groups. h: the piece is divided; k: a ring that does not divide, as in 13k4,
/// with its radix; that of one which divides follows its h, as in 13h4; e, n: elimination,
/// overlapping or not, with the number of rounds that halve; b: binary blocks; t: a tree, as in 64t4
/// with its lambda; c: a chain, as in 4c16, with the number of its segments.
[[nodiscard]] std::string text_of(const Composition& composition);
/// Absent if the text is none.
[[nodiscard]] std::optional<Composition> parse_composition(std::string_view text);

}  // namespace allfold::algorithms
