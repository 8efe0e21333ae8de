#include "picture/holding.hpp"

#include <algorithm>

namespace allfold::picture {

namespace {

/// The blocks at which pieces begin or end, ascending.
std::vector<std::int64_t> ends_of(const std::vector<Piece>& pieces) {
  std::vector<std::int64_t> ends;
  for (const Piece& piece : pieces) {
    ends.push_back(piece.blocks.first);
    ends.push_back(piece.blocks.last);
  }
  std::ranges::sort(ends);
  ends.erase(std::unique(ends.begin(), ends.end()), ends.end());
  return ends;
}

/// The values of `blocks` as one holding. No piece begins or ends inside `blocks`.
Holding united(const std::vector<Piece>& pieces, schedule::Blocks blocks) {
  Holding all{.blocks = {blocks}, .ranks = {}, .form = Holding::Form::apart};
  for (const Piece& piece : pieces)
    if (piece.blocks.contains(blocks)) all.ranks |= piece.ranks;
  for (const Piece& piece : pieces)
    if (piece.blocks.contains(blocks) && piece.ranks == all.ranks)
      all.form = Holding::Form::reduced;
  return all;
}

void add(Holdings& holdings, const Holding& next) {
  const auto alike = std::ranges::find_if(holdings, [&](const Holding& each) {
    return each.ranks == next.ranks && each.form == next.form;
  });
  if (alike == holdings.end())
    holdings.push_back(next);
  else if (alike->blocks.back().last == next.blocks[0].first)
    alike->blocks.back().last = next.blocks[0].last;
  else
    alike->blocks.push_back(next.blocks[0]);
}

}  // namespace

void add(std::vector<Piece>& pieces, std::int64_t block, const Ranks& ranks) {
  if (!pieces.empty() && pieces.back().blocks.last == block && pieces.back().ranks == ranks)
    pieces.back().blocks.last = block + 1;
  else
    pieces.push_back({.blocks = {.first = block, .last = block + 1}, .ranks = ranks});
}

Holdings holdings_of(const std::vector<Piece>& pieces) {
  Holdings holdings;
  const std::vector<std::int64_t> ends = ends_of(pieces);
  for (std::size_t i = 0; i + 1 < ends.size(); ++i)
    if (const Holding next = united(pieces, {.first = ends[i], .last = ends[i + 1]});
        next.ranks.any())
      add(holdings, next);
  std::ranges::stable_sort(holdings, std::ranges::greater{},
                           [](const Holding& each) { return each.ranks.count(); });
  return holdings;
}

}  // namespace allfold::picture
