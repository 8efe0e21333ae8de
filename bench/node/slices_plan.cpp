#include "slices_plan.hpp"

#include <algorithm>
#include <utility>

namespace allfold::bench {

namespace {

constexpr std::int64_t line = 64;
/// Shorter slices cost more in marks than they save.
constexpr std::int64_t least_bytes_of_slice = 512;

void add(std::vector<std::size_t>& ranks, std::size_t rank) {
  if (std::ranges::find(ranks, rank) == ranks.end()) ranks.push_back(rank);
}

}  // namespace

SlicesPlan::SlicesPlan(const Levels& levels, std::size_t ranks, std::int64_t bytes) {
  const auto by_rank = [&](auto& table) {
    table.resize(levels.number());
    for (auto& level : table) level.resize(ranks);
  };
  by_rank(reductions_);
  by_rank(copies_);
  by_rank(sources_);
  by_rank(reducers_);
  by_rank(takers_);
  std::vector<Held> below;
  for (std::size_t rank = 0; rank < ranks; ++rank)
    below.push_back({{.slice = {.first = 0, .last = bytes}, .from = rank}});
  for (std::size_t level = 0; level < levels.number(); ++level) {
    std::vector<Held> here;
    for (const std::vector<std::size_t>& group : levels.groups(level))
      here.push_back(cut(levels, level, group, below));
    below = std::move(here);
  }
  highest_ = below.front();
  plan_copies();
  list_partners();
}

std::int64_t SlicesPlan::slices_of(Slice whole, std::size_t fewest, std::size_t most) {
  const auto slices = static_cast<std::int64_t>(2 * fewest > most ? fewest : most);
  return std::clamp<std::int64_t>((whole.last - whole.first) / least_bytes_of_slice, 1, slices);
}

SlicesPlan::Held SlicesPlan::cut(const Levels& levels, std::size_t level,
                                 const std::vector<std::size_t>& group,
                                 const std::vector<Held>& below) {
  const auto members = [](const std::vector<std::size_t>& of) { return of.size(); };
  const std::size_t fewest = std::ranges::min(levels.groups(level), {}, members).size();
  const std::size_t most = std::ranges::max(levels.groups(level), {}, members).size();
  Held held;
  for (std::size_t i = 0; i < below[group.front()].size(); ++i) {
    const Slice whole = below[group.front()][i].slice;
    const std::int64_t slices = slices_of(whole, fewest, most);
    const std::int64_t lines = (whole.last - whole.first + line - 1) / line;
    const auto start = [&](std::int64_t slice) {
      return std::min(whole.first + lines * slice / slices * line, whole.last);
    };
    for (std::int64_t slice = 0; slice < slices; ++slice) {
      // Few slices are spread over the members.
      const std::size_t shift = std::cmp_less(slices, group.size()) ? i : 0;
      const std::size_t place =
          static_cast<std::size_t>(slice) * group.size() / static_cast<std::size_t>(slices) + shift;
      const std::size_t worker = below[group[place % group.size()]][i].from;
      Reduction reduction{.slice = {.first = start(slice), .last = start(slice + 1)},
                          .sources = {}};
      for (const std::size_t member : group) reduction.sources.push_back(below[member][i].from);
      held.push_back({.slice = reduction.slice, .from = worker});
      reductions_[level][worker].push_back(std::move(reduction));
    }
  }
  return held;
}

void SlicesPlan::plan_copies() {
  for (std::size_t level = 0; level < reductions_.size(); ++level) {
    const std::size_t ranks = reductions_[level].size();
    for (std::size_t worker = 0; worker < ranks; ++worker)
      for (const Reduction& reduction : reductions_[level][worker]) {
        std::vector<std::size_t> to;
        for (const std::size_t source : reduction.sources) add(to, source);
        for (const std::size_t rank : to)
          if (rank != worker)
            copies_[level][rank].push_back({.slice = reduction.slice, .from = worker});
      }
    // Each rank begins with another one.
    for (std::size_t rank = 0; rank < ranks; ++rank)
      std::ranges::sort(copies_[level][rank], {}, [&](const Copy& copy) {
        return std::pair((copy.from + ranks - rank) % ranks, copy.slice.first);
      });
  }
}

void SlicesPlan::list_partners() {
  for (std::size_t level = 0; level < reductions_.size(); ++level)
    for (std::size_t rank = 0; rank < reductions_[level].size(); ++rank) {
      for (const Reduction& reduction : reductions_[level][rank])
        for (const std::size_t source : reduction.sources)
          if (source != rank) {
            add(sources_[level][rank], source);
            add(reducers_[level][source], rank);
          }
      for (const Copy& copy : copies_[level][rank]) add(takers_[level][copy.from], rank);
    }
}

}  // namespace allfold::bench
