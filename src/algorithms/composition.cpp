#include "algorithms/composition.hpp"

#include <charconv>

#include "algorithms/powers.hpp"
#include "text/format.hpp"

namespace allfold::algorithms {

namespace {

using Kind = Factor::Kind;

std::string text_of(const Factor& factor) {
  switch (factor.kind) {
    case Kind::butterfly:
    case Kind::ring:
      if (factor.radix > 2)
        return text::format("{}{}{}", factor.groups, factor.halvings > 0 ? "h" : "k", factor.radix);
      return text::format("{}{}", factor.groups, factor.halvings > 0 ? "h" : "");
    case Kind::overlapping: return text::format("{}e{}", factor.groups, factor.halvings);
    case Kind::non_overlapping: return text::format("{}n{}", factor.groups, factor.halvings);
    case Kind::blocks: return text::format("{}b", factor.groups);
    case Kind::tree:
      if (factor.lambda > 1) return text::format("{}t{}", factor.groups, factor.lambda);
      return text::format("{}t", factor.groups);
    case Kind::chain: return text::format("{}c{}", factor.groups, factor.segments);
  }
  return "";
}

/// Takes a whole number off the front of `text`.
std::optional<int> take_number(std::string_view& text) {
  int number = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (failure != std::errc{} || number < 0) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

/// Takes the radix of a ring of `groups` off the front of `text`; absent if it is none.
std::optional<int> take_radix(std::string_view& text, int groups) {
  const auto radix = take_number(text);
  return radix && *radix >= 2 && *radix <= groups && groups >= 3 ? radix : std::nullopt;
}

std::optional<Factor> parse_factor(std::string_view text) {
  const auto groups = take_number(text);
  if (!groups || *groups < 2) return std::nullopt;
  Factor factor{.kind = *groups == 2 ? Kind::butterfly : Kind::ring, .groups = *groups};
  if (text.empty()) return factor;
  const char letter = text[0];
  text.remove_prefix(1);
  if (letter == 'e' || letter == 'n') {
    const auto halvings = text.empty() ? 0 : take_number(text);
    if (!halvings || *halvings > floor_log2(*groups)) return std::nullopt;
    factor.kind = letter == 'e' ? Kind::overlapping : Kind::non_overlapping;
    factor.halvings = *halvings;
  } else if (letter == 'c') {
    const auto segments = text.empty() ? 1 : take_number(text);
    if (!segments || *segments < 1 || *segments > Factor::most_segments) return std::nullopt;
    factor.kind = Kind::chain;
    factor.segments = *segments;
  } else if (letter == 'k') {
    const auto radix = take_radix(text, *groups);
    if (!radix) return std::nullopt;
    factor.radix = *radix;
  } else if (letter == 'b') {
    factor.kind = Kind::blocks;
  } else if (letter == 't') {
    const auto lambda = text.empty() ? 1 : take_number(text);
    if (!lambda || *lambda < 1 || *lambda > Factor::most_lambda) return std::nullopt;
    factor.kind = Kind::tree;
    factor.lambda = *lambda;
  } else if (letter == 'h') {
    const auto radix = text.empty() ? 2 : take_radix(text, *groups);
    if (!radix) return std::nullopt;
    factor.halvings = 1;
    factor.radix = *radix;
  } else {
    return std::nullopt;
  }
  return text.empty() ? std::optional(factor) : std::nullopt;
}

}  // namespace

bool has_fewer_segments(const Composition& a, const Composition& b) {
  if (a.empty() || b.empty() || a.back().segments >= b.back().segments) return false;
  Composition as_b = a;
  as_b.back().segments = b.back().segments;
  return as_b == b;
}

std::int64_t ranks_of(const Composition& composition) {
  std::int64_t ranks = 1;
  for (const Factor& factor : composition) {
    ranks *= factor.groups;
    if (ranks > INT32_MAX) return 0;
  }
  return ranks;
}

std::int64_t blocks_of(const Factor& factor) {
  switch (factor.kind) {
    case Kind::blocks: return power(floor_log2(factor.groups));
    case Kind::chain: return factor.segments;
    case Kind::ring: return factor.halvings > 0 ? factor.groups : 1;
    default: return power(factor.halvings);
  }
}

std::int64_t blocks_of(const Composition& composition) {
  std::int64_t blocks = 1;
  for (const Factor& factor : composition) blocks *= blocks_of(factor);
  return blocks;
}

std::vector<int> prime_factors(int ranks) {
  std::vector<int> factors;
  for (int factor = 2; ranks > 1; ++factor) {
    if (factor * factor > ranks) factor = ranks;
    for (; ranks % factor == 0; ranks /= factor) factors.push_back(factor);
  }
  return factors;
}

std::string text_of(const Composition& composition) {
  std::string text;
  for (const Factor& factor : composition)
    text += text::format("{}{}", text.empty() ? "" : "-", text_of(factor));
  return text;
}

std::optional<Composition> parse_composition(std::string_view text) {
  Composition composition;
  for (bool more = true; more;) {
    const std::size_t dash = text.find('-');
    const auto factor = parse_factor(text.substr(0, dash));
    if (!factor) return std::nullopt;
    if (!composition.empty() && !is_exchange(composition.back())) return std::nullopt;
    composition.push_back(*factor);
    more = dash != std::string_view::npos;
    if (more) text.remove_prefix(dash + 1);
  }
  return ranks_of(composition) == 0 ? std::nullopt : std::optional(composition);
}

}  // namespace allfold::algorithms
