#include "proof/matching.hpp"

#include <numeric>

namespace allfold::proof {

namespace {
using Kind = program::Operation::Kind;
}

Matching::Matching(const std::vector<program::Program>& programs) {
  std::size_t next = 0;
  for (const program::Program& program : programs) {
    firsts_.push_back(next);
    next += program.operations.size();
  }
  partners_.assign(next, -1);
  list_sends(programs);
  std::vector<std::size_t> next_from(programs.size());
  for (const program::Program& program : programs) match(program, next_from);
}

void Matching::list_sends(const std::vector<program::Program>& programs) {
  const auto for_each_send = [&](auto visit) {
    for (const program::Program& program : programs)
      for (std::size_t i = 0; i < program.operations.size(); ++i)
        if (const program::Operation& operation = program.operations[i];
            operation.kind == Kind::send)
          visit(static_cast<std::size_t>(operation.peer),
                Position{.rank = program.rank, .index = static_cast<std::int32_t>(i)});
  };
  sends_to_.assign(programs.size() + 1, 0);
  for_each_send([&](std::size_t to, Position) { ++sends_to_[to + 1]; });
  std::partial_sum(sends_to_.begin(), sends_to_.end(), sends_to_.begin());
  sends_.resize(sends_to_.back());
  std::vector<std::size_t> ends = sends_to_;
  for_each_send([&](std::size_t to, Position send) { sends_[ends[to]++] = send; });
}

void Matching::match(const program::Program& to, std::vector<std::size_t>& next_from) {
  const auto own = static_cast<std::size_t>(to.rank);
  const std::size_t end = sends_to_[own + 1];
  std::fill(next_from.begin(), next_from.end(), end);
  for (std::size_t s = end; s-- > sends_to_[own];)
    next_from[static_cast<std::size_t>(sends_[s].rank)] = s;
  for (std::size_t i = 0; i < to.operations.size(); ++i) {
    const program::Operation& operation = to.operations[i];
    if (operation.kind != Kind::receive) continue;
    std::size_t& next = next_from[static_cast<std::size_t>(operation.peer)];
    if (next == end || sends_[next].rank != operation.peer) continue;
    const Position receive{.rank = to.rank, .index = static_cast<std::int32_t>(i)};
    partners_[number(receive)] = sends_[next].index;
    partners_[number(sends_[next++])] = receive.index;
  }
}

}  // namespace allfold::proof
