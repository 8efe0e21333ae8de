#include "slices_design.hpp"

#include <algorithm>
#include <new>

#include "text/format.hpp"

namespace allfold::bench {

namespace {

std::int64_t chunks_of(std::int64_t bytes, std::int64_t most) {
  return std::max<std::int64_t>((bytes + most - 1) / most, 1);
}

std::int64_t chunk_bytes(std::int64_t bytes, std::int64_t chunks) {
  constexpr std::int64_t line = 64;
  return ((bytes + chunks - 1) / chunks + line - 1) / line * line;
}

}  // namespace

SlicesDesign::SlicesDesign(const Task& task, const std::vector<int>& widths, Vectors vectors)
    : task_(task),
      vectors_(vectors),
      levels_(task.simulation.cores(), widths),
      chunks_(chunks_of(task.bytes, most_bytes_of_chunk)),
      bytes_of_chunk_(chunk_bytes(task.bytes, chunks_)),
      plan_(levels_, static_cast<std::size_t>(task.ranks()), bytes_of_chunk_),
      blocks_(static_cast<std::size_t>(task.ranks())) {
  if (levels_.number() > most_levels)
    throw Unsuitable(
        text::format("slices: {} levels: expected at most {}", levels_.number(), most_levels));
  for (int rank = 0; rank < task.ranks(); ++rank) {
    const auto region = [&] { return static_cast<std::byte*>(task.simulation.region(rank)); };
    Own own{.marks = new (task.simulation.lines(sizeof(Marks))) Marks,
            .stage = region(),
            .parts = std::vector<std::byte*>(levels_.number()),
            .results = region()};
    std::ranges::generate(own.parts.begin() + 1, own.parts.end(), region);
    own_.push_back(std::move(own));
  }
}

Slice SlicesDesign::within(Slice slice, std::int64_t chunk) const {
  const std::int64_t left = task_.bytes - chunk * bytes_of_chunk_;
  return {.first = std::min(slice.first, left), .last = std::min(slice.last, left)};
}

std::int64_t SlicesDesign::place(std::size_t reader, const Ring& ring) const {
  const auto number_of_chunk = static_cast<std::int64_t>(number(reader, ring.chunk));
  return number_of_chunk % ring.kept * most_bytes_of_chunk;
}

const std::byte* SlicesDesign::source(std::size_t reader, std::size_t of, std::size_t level,
                                      std::int64_t chunk) const {
  if (level > 0) return own_[of].parts[level] + place(reader, chunk);
  if (of == reader || vectors_ == Vectors::in_place)
    return task_.input(static_cast<int>(of)) + chunk * bytes_of_chunk_;
  return own_[of].stage + place(reader, chunk);
}

std::byte* SlicesDesign::user_result(std::size_t rank, std::int64_t chunk) const {
  return task_.result(static_cast<int>(rank)) + chunk * bytes_of_chunk_;
}

std::byte* SlicesDesign::result(std::size_t reader, std::size_t of, std::int64_t chunk) const {
  if (vectors_ == Vectors::in_place && goes_to_all()) return user_result(of, chunk);
  return own_[of].results + place(reader, {.chunk = chunk, .kept = results_kept()});
}

void SlicesDesign::copy(std::byte* into, const std::byte* from, Slice slice) {
  if (slice.last > slice.first)
    node_model::copy_bytes(into + slice.first, from + slice.first,
                           static_cast<std::size_t>(slice.last - slice.first));
}

void SlicesDesign::take(std::byte* into, const std::byte* from, Slice slice) const {
  // As the library: results bypass the caches if they do not fit.
  const bool fits =
      2 * static_cast<double>(task_.bytes) <= task_.simulation.node().capacity.l3_announced;
  if (fits) return copy(into, from, slice);
  if (slice.last > slice.first)
    node_model::stream_bytes(into + slice.first, from + slice.first,
                             static_cast<std::size_t>(slice.last - slice.first));
}

// A rank that has the result of a call knows that all ranks have ended the call before it. So only
// chunks of this call and the one before may still be read; without a result, any may.
template <class MarkOf>
void SlicesDesign::await_former(std::size_t rank, const std::vector<std::size_t>& others,
                                const Ring& ring, MarkOf mark) {
  const std::int64_t former = ring.chunk - ring.kept;
  if (goes_to_all() && former < -chunks_) return;
  const std::int64_t number_of_former =
      static_cast<std::int64_t>(number(rank, ring.chunk)) - ring.kept;
  if (number_of_former <= 0) return;
  for (const std::size_t other : others)
    await(mark(marks(other)), static_cast<std::uint64_t>(number_of_former));
}

void SlicesDesign::await_takers(std::size_t rank, std::size_t level, std::int64_t chunk) {
  for (std::size_t below = 0; below < level && vectors_ == Vectors::staged; ++below)
    await_former(rank, plan_.takers(below, rank), {.chunk = chunk, .kept = results_kept()},
                 [&](const Marks& of) -> const Mark& { return of.copied(below); });
}

void SlicesDesign::stage(std::size_t rank, std::int64_t chunk) {
  if (vectors_ == Vectors::staged) {
    await_former(rank, plan_.reducers(0, rank), {.chunk = chunk, .kept = kept},
                 [](const Marks& of) -> const Mark& { return of.up[0]; });
    const std::byte* const input = task_.input(static_cast<int>(rank)) + chunk * bytes_of_chunk_;
    std::byte* const staged = own_[rank].stage + place(rank, chunk);
    // No other rank reads what this rank reduces itself.
    std::int64_t first = 0;
    for (const SlicesPlan::Reduction& own : plan_.reductions(0, rank)) {
      copy(staged, input, within({.first = first, .last = own.slice.first}, chunk));
      first = own.slice.last;
    }
    copy(staged, input, within({.first = first, .last = bytes_of_chunk_}, chunk));
  }
  marks(rank).staged.count.store(number(rank, chunk));
}

void SlicesDesign::reduce_slice(std::size_t rank, std::size_t level, std::int64_t chunk,
                                const SlicesPlan::Reduction& reduction) {
  const Slice slice = within(reduction.slice, chunk);
  const std::size_t operands = reduction.sources.size();
  std::byte* const block = blocks_[rank].bytes.data();
  for (std::int64_t at = slice.first; at < slice.last; at += Block::size) {
    const Slice part{.first = at, .last = std::min(at + Block::size, slice.last)};
    const auto bytes = static_cast<std::size_t>(part.last - part.first);
    std::byte* const into = is_highest(level) ? result(rank, rank, chunk)
                                              : own_[rank].parts[level + 1] + place(rank, chunk);
    const auto operand = [&](std::size_t i) {
      return source(rank, reduction.sources[i], level, chunk) + at;
    };
    if (operands == 1) copy(into, source(rank, reduction.sources[0], level, chunk), part);
    for (std::size_t i = 1; i < operands; ++i)
      task_.simulation.add(i + 1 == operands ? into + at : block, i == 1 ? operand(0) : block,
                           operand(i), bytes);
    if (is_highest(level) && task_.gets_result(static_cast<int>(rank)) &&
        into != user_result(rank, chunk))
      copy(user_result(rank, chunk), into, part);
  }
}

void SlicesDesign::reduce_level(std::size_t rank, std::size_t level, std::int64_t chunk) {
  if (plan_.reductions(level, rank).empty()) return;
  for (const std::size_t other : plan_.sources(level, rank))
    await(level == 0 ? marks(other).staged : marks(other).up[level - 1], number(rank, chunk));
  if (!is_highest(level)) {
    await_former(rank, plan_.reducers(level + 1, rank), {.chunk = chunk, .kept = kept},
                 [&](const Marks& of) -> const Mark& { return of.up[level + 1]; });
  } else if (!goes_to_all()) {
    await_former(rank, {static_cast<std::size_t>(root)}, {.chunk = chunk, .kept = results_kept()},
                 [](const Marks& of) -> const Mark& { return of.taken; });
  } else {
    await_takers(rank, levels_.number(), chunk);
  }
  for (const SlicesPlan::Reduction& each : plan_.reductions(level, rank))
    reduce_slice(rank, level, chunk, each);
  marks(rank).up[level].count.store(number(rank, chunk));
  if (is_highest(level)) marks(rank).down[level].count.store(number(rank, chunk));
}

void SlicesDesign::take_level(std::size_t rank, std::size_t level, std::int64_t chunk) {
  await_takers(rank, level, chunk);
  for (const SlicesPlan::Copy& each : plan_.copies(level, rank)) {
    await(marks(each.from).down[level], number(rank, chunk));
    const Slice slice = within(each.slice, chunk);
    const std::byte* from = result(rank, each.from, chunk);
    if (vectors_ == Vectors::in_place) {
      copy(user_result(rank, chunk), from, slice);
      continue;
    }
    // Others take it from this rank.
    if (level > 0) {
      copy(result(rank, rank, chunk), from, slice);
      from = result(rank, rank, chunk);
    }
    take(user_result(rank, chunk), from, slice);
  }
  Mark& mark = level > 0 ? marks(rank).down[level - 1] : marks(rank).taken;
  mark.count.store(number(rank, chunk));
}

void SlicesDesign::take_at_root(std::size_t rank, std::int64_t chunk) {
  if (!task_.gets_result(static_cast<int>(rank))) return;
  for (const SlicesPlan::Copy& each : plan_.highest()) {
    if (each.from == rank) continue;
    await(marks(each.from).down[levels_.number() - 1], number(rank, chunk));
    copy(user_result(rank, chunk), result(rank, each.from, chunk), within(each.slice, chunk));
  }
  marks(rank).taken.count.store(number(rank, chunk));
}

std::int64_t SlicesDesign::steps() const {
  const auto levels = static_cast<std::int64_t>(levels_.number());
  return 1 + levels + (goes_to_all() ? levels : 1);
}

void SlicesDesign::step(std::size_t rank, std::int64_t number, std::int64_t chunk) {
  const auto levels = static_cast<std::int64_t>(levels_.number());
  if (number == 0) return stage(rank, chunk);
  if (number <= levels) return reduce_level(rank, static_cast<std::size_t>(number - 1), chunk);
  if (!goes_to_all()) return take_at_root(rank, chunk);
  take_level(rank, static_cast<std::size_t>(2 * levels - number), chunk);
}

void SlicesDesign::await_readers(std::size_t rank) {
  const std::uint64_t last = number(rank, chunks_ - 1);
  for (const std::size_t other : plan_.reducers(0, rank)) await(marks(other).up[0], last);
  for (std::size_t level = 0; level < levels_.number() && goes_to_all(); ++level)
    for (const std::size_t other : plan_.takers(level, rank))
      await(marks(other).copied(level), last);
}

void SlicesDesign::reduce(int rank) {
  const auto own = static_cast<std::size_t>(rank);
  for (std::int64_t turn = 0; turn < chunks_ + steps() - 1; ++turn)
    for (std::int64_t number = 0; number < steps(); ++number)
      if (const std::int64_t chunk = turn - number; chunk >= 0 && chunk < chunks_)
        step(own, number, chunk);
  if (vectors_ == Vectors::in_place) await_readers(own);
  own_[own].chunks_before += static_cast<std::uint64_t>(chunks_);
}

}  // namespace allfold::bench
