#include "algorithms/composition.hpp"

#include <charconv>

#include "algorithms/powers.hpp"
#include "text/format.hpp"

namespace allfold::algorithms {

namespace {

using Kind = Part::Kind;

bool may_go_on_after(Kind kind) { return kind == Kind::butterfly || kind == Kind::ring; }

std::string text_of(const Part& part) {
  switch (part.kind) {
    case Kind::butterfly:
    case Kind::ring: return text::format("{}{}", part.factor, part.halvings > 0 ? "h" : "");
    case Kind::overlapping: return text::format("{}e{}", part.factor, part.halvings);
    case Kind::non_overlapping: return text::format("{}n{}", part.factor, part.halvings);
    case Kind::blocks: return text::format("{}b", part.factor);
    case Kind::tree: return text::format("{}t", part.factor);
    case Kind::chain: return text::format("{}c{}", part.factor, part.segments);
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

std::optional<Part> parse_part(std::string_view text) {
  const auto factor = take_number(text);
  if (!factor || *factor < 2) return std::nullopt;
  Part part{.kind = *factor == 2 ? Kind::butterfly : Kind::ring, .factor = *factor};
  if (text.empty()) return part;
  const char letter = text[0];
  text.remove_prefix(1);
  if (letter == 'e' || letter == 'n') {
    const auto halvings = text.empty() ? 0 : take_number(text);
    if (!halvings || *halvings > floor_log2(*factor)) return std::nullopt;
    part.kind = letter == 'e' ? Kind::overlapping : Kind::non_overlapping;
    part.halvings = *halvings;
  } else if (letter == 'c') {
    const auto segments = text.empty() ? 1 : take_number(text);
    if (!segments || *segments < 1 || *segments > Part::most_segments) return std::nullopt;
    part.kind = Kind::chain;
    part.segments = *segments;
  } else if (letter == 'b') {
    part.kind = Kind::blocks;
  } else if (letter == 't') {
    part.kind = Kind::tree;
  } else if (letter == 'h') {
    part.halvings = 1;
  } else {
    return std::nullopt;
  }
  return text.empty() ? std::optional(part) : std::nullopt;
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
  for (const Part& part : composition) {
    ranks *= part.factor;
    if (ranks > INT32_MAX) return 0;
  }
  return ranks;
}

std::int64_t blocks_of(const Composition& composition) {
  std::int64_t blocks = 1;
  for (const Part& part : composition) {
    if (part.kind == Kind::blocks)
      blocks *= power(floor_log2(part.factor));
    else if (part.kind == Kind::chain)
      blocks *= part.segments;
    else if (part.kind != Kind::ring)
      blocks *= power(part.halvings);
    else if (part.halvings > 0)
      blocks *= part.factor;
  }
  return blocks;
}

std::string text_of(const Composition& composition) {
  std::string text;
  for (const Part& part : composition)
    text += text::format("{}{}", text.empty() ? "" : "-", text_of(part));
  return text;
}

std::optional<Composition> parse_composition(std::string_view text) {
  Composition composition;
  for (bool more = true; more;) {
    const std::size_t dash = text.find('-');
    const auto part = parse_part(text.substr(0, dash));
    if (!part) return std::nullopt;
    if (!composition.empty() && !may_go_on_after(composition.back().kind)) return std::nullopt;
    composition.push_back(*part);
    more = dash != std::string_view::npos;
    if (more) text.remove_prefix(dash + 1);
  }
  return ranks_of(composition) == 0 ? std::nullopt : std::optional(composition);
}

}  // namespace allfold::algorithms
