#include "exchange.hpp"

#include <algorithm>
#include <functional>
#include <new>
#include <numeric>
#include <utility>

#include "text/format.hpp"

namespace allfold::bench {

Exchange::Exchange(const Task& task, std::vector<int> factors)
    : task_(task), factors_(std::move(factors)), counts_(static_cast<std::size_t>(task.ranks())) {
  const int product = std::accumulate(factors_.begin(), factors_.end(), 1, std::multiplies<>());
  if (product != task.ranks() || std::ranges::min(factors_) < 2)
    throw Unsuitable(
        text::format("factors of {} ranks: expected factors from 2 on of {}, for "
                     "example exchange:8.16 for 128",
                     product, task.ranks()));
  if (!schedule::goes_to_all(task.collective))
    throw Unsuitable("exchange makes no Reduce: expected an Allreduce");
  for (int rank = 0; rank < task.ranks(); ++rank)
    own_.push_back(new (task.simulation.lines(sizeof(Own))) Own);
}

Exchange::Step::Part Exchange::Step::part_of(std::size_t of) const {
  if (part == 0) return {.first = first, .bytes = of == 0 ? bytes : 0};
  const std::int64_t from = std::min(static_cast<std::int64_t>(of) * part, bytes);
  return {.first = first + from, .bytes = std::min(part, bytes - from)};
}

Exchange::Step Exchange::step(int rank, int below, int factor, Step::Part has) {
  constexpr std::int64_t line = 64;
  const int first = rank / (below * factor) * (below * factor) + rank % below;
  Step step;
  for (int i = 0; i < factor; ++i) step.group.push_back(first + i * below);
  step.place = static_cast<std::size_t>(rank / below % factor);
  step.first = has.first;
  step.bytes = has.bytes;
  if (has.bytes / factor >= least_bytes_of_part)
    step.part = (has.bytes / factor + line - 1) / line * line;
  return step;
}

std::byte* Exchange::values(int rank) const {
  return is_in_lines() ? own_[static_cast<std::size_t>(rank)]->vector.data() : task_.result(rank);
}

void Exchange::barrier(int rank, const Step& step) {
  const std::size_t ranks = step.group.size();
  for (std::size_t distance = 1; distance < ranks; distance *= 2) {
    own_[static_cast<std::size_t>(rank)]->mark.count.store(++count(rank));
    const int other = step.group[(step.place + distance) % ranks];
    await(own_[static_cast<std::size_t>(other)]->mark, count(rank));
  }
}

void Exchange::reduce_part(int rank, const Step& step, bool is_first) {
  const Step::Part own = step.part_of(step.place);
  if (own.bytes == 0) return;
  const auto input = [&](int of) {
    return (is_first && !is_in_lines() ? task_.input(of) : values(of)) + own.first;
  };
  const std::size_t ranks = step.group.size();
  for (std::size_t i = 1; i < ranks; ++i) {
    const int other = step.group[(step.place + i) % ranks];
    task_.simulation.add(values(rank) + own.first, i == 1 ? input(rank) : values(rank) + own.first,
                         input(other), static_cast<std::size_t>(own.bytes));
  }
}

void Exchange::gather_parts(int rank, const Step& step) {
  const std::size_t ranks = step.group.size();
  for (std::size_t i = 1; i < ranks; ++i) {
    const std::size_t of = (step.place + i) % ranks;
    const auto [first, bytes] = step.part_of(of);
    if (bytes > 0)
      node_model::copy_bytes(values(rank) + first, values(step.group[of]) + first,
                             static_cast<std::size_t>(bytes));
  }
}

void Exchange::reduce(int rank) {
  const auto bytes = static_cast<std::size_t>(task_.bytes);
  if (is_in_lines()) node_model::copy_bytes(values(rank), task_.input(rank), bytes);
  std::vector<Step> steps;
  Step::Part has{.first = 0, .bytes = task_.bytes};
  int below = 1;
  for (const int factor : factors_) {
    steps.push_back(step(rank, below, factor, has));
    barrier(rank, steps.back());
    reduce_part(rank, steps.back(), below == 1);
    has = steps.back().part_of(steps.back().place);
    below *= factor;
  }
  // clang 14 cannot compile std::views of libstdc++ 12.
  for (; !steps.empty(); steps.pop_back()) {
    barrier(rank, steps.back());
    gather_parts(rank, steps.back());
  }
  if (is_in_lines()) node_model::copy_bytes(task_.result(rank), values(rank), bytes);
}

}  // namespace allfold::bench
