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
  /// The number of rounds that divide the piece: 0 or 1 for a butterfly or a ring, up to
  /// floor(lg groups) for an elimination, 0 for others. (Binary blocks always divide it.)
  int halvings = 0;
  /// Of a chain: the number of segments, at most `most_segments`.
  int segments = 1;
  static constexpr int most_segments = 1024;
  /// Of a ring: each round of its allgather multiplies what a member holds by this. It gathers
  /// whole pieces or, if the ring divides the piece, the shares in the routing phase.
  int radix = 2;
  /// Of a tree: the number of messages that a rank can receive within the latency of one, at most
  /// `most_lambda`.
  int lambda = 1;
  static constexpr int most_lambda = 1024;

  friend auto operator<=>(const Factor&, const Factor&) = default;  // NOLINT(modernize-use-nullptr)
};

/// The factors in order, from neighbours to distant ranks. In compositions that are searched,
/// factors that divide the piece come first, as an exchange of whole pieces costs less for a
/// shorter piece. The exception is class F, where the ring comes last.
using Composition = std::vector<Factor>;

/// Whether `a` and `b` differ only in the segments of the last factor, of which `a` has fewer.
[[nodiscard]] bool has_fewer_segments(const Composition& a, const Composition& b);

/// Whether all groups exchange with each other, so that each factor may be followed by another.
[[nodiscard]] constexpr bool is_exchange(const Factor& factor) {
  return factor.kind == Factor::Kind::butterfly || factor.kind == Factor::Kind::ring;
}

/// Whether all members of a group exchange shares of the piece in one round.
[[nodiscard]] constexpr bool divides_at_once(const Factor& factor) {
  return factor.kind == Factor::Kind::ring && factor.halvings > 0 && factor.radix > 2;
}

/// Whether the last factor is a chain, which is a pipeline.
[[nodiscard]] inline bool ends_in_chain(const Composition& composition) {
  return !composition.empty() && composition.back().kind == Factor::Kind::chain;
}

/// The product of the factors; 0 if it exceeds INT32_MAX.
[[nodiscard]] std::int64_t ranks_of(const Composition& composition);
/// The number of blocks into which a factor cuts a piece, and a composition the vector.
[[nodiscard]] std::int64_t blocks_of(const Factor& factor);
[[nodiscard]] std::int64_t blocks_of(const Composition& composition);

/// The prime factors of `ranks`, in ascending order.
[[nodiscard]] std::vector<int> prime_factors(int ranks);

/// The composition as users write it. "2h-2-3h-13e2" is two butterflies, a ring of 3, and
/// overlapping elimination on 13 groups. The letter after the number of groups means:
/// - none: a butterfly or ring that does not divide the piece
/// - h: a butterfly or ring that divides the piece; 13h4 is a ring with radix 4
/// - k: a ring that does not divide the piece, with its radix, as in 13k4
/// - e, n: overlapping or non-overlapping elimination, with the number of rounds that halve
/// - b: binary blocks
/// - t: a tree, with its lambda, as in 64t4
/// - c: a chain, with its number of segments, as in 4c16
[[nodiscard]] std::string text_of(const Composition& composition);
/// Reads what text_of() writes; absent if the text is no composition.
[[nodiscard]] std::optional<Composition> parse_composition(std::string_view text);

}  // namespace allfold::algorithms
