#include "proof/rounds.hpp"

namespace allfold::proof {

program::Program in_rounds(const program::Program& program) {
  program::Program ordered = program;
  ordered.successors.clear();
  auto& operations = ordered.operations;
  const auto count = static_cast<std::int32_t>(operations.size());
  const auto at = [&](std::int32_t i) -> program::Operation& {
    return operations[static_cast<std::size_t>(i)];
  };
  // Each step, the exchange of a round or a local operation, waits for all of the step before.
  std::int32_t before = 0;  // the number of operations of that step
  for (std::int32_t begin = 0, end = 0; begin < count; begin = end) {
    for (end = begin + 1; end < count && at(begin).is_message() && at(end).is_message() &&
                          at(end).round == at(begin).round;)
      ++end;
    for (std::int32_t i = begin; i < end; ++i) {
      at(i).predecessors = i == begin ? before : 1;
      at(i).next_in_turn = i + 1 < end ? i + 1 : -1;
      at(i).first_successor = static_cast<std::int32_t>(ordered.successors.size());
      at(i).successors = end < count ? 1 : 0;
      if (end < count) ordered.successors.push_back(end);
    }
    before = end - begin;
  }
  return ordered;
}

}  // namespace allfold::proof
