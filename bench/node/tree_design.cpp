#include "tree_design.hpp"

#include <new>

#include "text/format.hpp"

namespace allfold::bench {

TreeDesign::TreeDesign(const Task& task, const std::vector<int>& widths)
    : task_(task),
      bytes_(static_cast<std::size_t>(task.bytes)),
      levels_(task.simulation.cores(), widths),
      calls_(static_cast<std::size_t>(task.ranks())),
      blocks_(static_cast<std::size_t>(task.ranks())) {
  if (task.bytes > most_bytes)
    throw Unsuitable(text::format("tree: {} bytes: expected at most {}", task.bytes, most_bytes));
  if (levels_.number() > most_levels)
    throw Unsuitable(
        text::format("tree: {} levels: expected at most {}", levels_.number(), most_levels));
  for (int rank = 0; rank < task.ranks(); ++rank)
    own_.push_back(new (task.simulation.lines(sizeof(Own))) Own);
}

std::byte* TreeDesign::data(Entry& entry) const {
  return task_.bytes <= most_bytes_inline ? entry.inlined.data() : entry.separate.data();
}

TreeDesign::Entry& TreeDesign::up(std::size_t rank, std::size_t level) const {
  return own_[rank]->up[level][calls_[rank] % kept];
}

TreeDesign::Entry& TreeDesign::down(std::size_t rank) const {
  return own_[rank]->down[calls_[rank] % kept];
}

void TreeDesign::await(const Entry& entry, std::uint64_t call) {
  const auto has_come = [&] { return entry.call.load() == call; };
  while (!system::poll(has_come)) system::pause();
}

void TreeDesign::put(Entry& entry, const void* from) const {
  node_model::copy_bytes(data(entry), from, bytes_);
}

void TreeDesign::reduce_group(std::size_t rank, std::size_t level) {
  const std::uint64_t call = calls_[rank];
  const std::vector<std::size_t>& members = levels_.groups(level)[levels_.group_of(level, rank)];
  const auto entry = [&](std::size_t member) -> Entry& {
    return own_[levels_.rank_of(level, member)]->up[level][call % kept];
  };
  for (const std::size_t member : members) {
    await(entry(member), call);
    for (std::size_t at = 0; task_.bytes > most_bytes_inline && at < bytes_; at += 64)
      system::prefetch(data(entry(member)) + at);
  }
  std::byte* const into =
      is_highest(level) ? task_.result(static_cast<int>(rank)) : data(up(rank, level + 1));
  const std::byte* left = data(entry(members.front()));
  if (members.size() == 1) node_model::copy_bytes(into, left, bytes_);
  for (std::size_t i = 1; i < members.size(); ++i) {
    std::byte* const to = i + 1 == members.size() ? into : blocks_[rank].bytes.data();
    task_.simulation.add(to, left, data(entry(members[i])), bytes_);
    left = to;
  }
  if (!is_highest(level)) up(rank, level + 1).call.store(call);
}

std::size_t TreeDesign::climb(std::size_t rank) {
  std::size_t level = 0;
  for (; level < levels_.number(); ++level) {
    const bool all_reduce = is_highest(level) && schedule::goes_to_all(task_.collective);
    if (leader(rank, level) != rank && !all_reduce) break;
    reduce_group(rank, level);
  }
  return level;
}

void TreeDesign::descend(std::size_t rank, std::size_t level) {
  const std::uint64_t call = calls_[rank];
  std::byte* const result = task_.result(static_cast<int>(rank));
  if (level < levels_.number()) {
    Entry& from = own_[leader(rank, level)]->down[call % kept];
    await(from, call);
    node_model::copy_bytes(result, data(from), bytes_);
  }
  if (level == 0) return;
  put(down(rank), result);
  down(rank).call.store(call);
}

// In an Allreduce, a rank that has a result knows that all have ended the call before. In a Reduce
// it looks at every other call.
void TreeDesign::await_reader(std::size_t rank) const {
  constexpr std::uint64_t calls_at_once = kept / 2;
  const std::uint64_t call = calls_[rank];
  if (schedule::goes_to_all(task_.collective) || call % calls_at_once != 0) return;
  std::size_t level = 0;
  while (level < levels_.number() && leader(rank, level) == rank) ++level;
  if (level == levels_.number() || call <= calls_at_once) return;
  const auto has_read = [&] {
    return own_[leader(rank, level)]->done.load() >= call - calls_at_once;
  };
  while (!system::poll(has_read)) system::pause();
}

void TreeDesign::reduce(int rank) {
  const auto own = static_cast<std::size_t>(rank);
  ++calls_[own];
  await_reader(own);
  put(up(own, 0), task_.input(rank));
  up(own, 0).call.store(calls_[own]);
  const std::size_t level = climb(own);
  if (schedule::goes_to_all(task_.collective))
    descend(own, level);
  else
    own_[own]->done.store(calls_[own]);
}

}  // namespace allfold::bench
