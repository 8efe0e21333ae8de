#include "schedule/machine.hpp"

namespace allfold {

namespace {
constexpr std::int32_t completed = -1;
}

Machine::Machine(const std::vector<Program>& programs) : programs_(programs) {
  waits_.resize(programs.size());
  for (std::size_t rank = 0; rank < programs.size(); ++rank) {
    const auto& operations = programs[rank].operations;
    incomplete_ += static_cast<std::int64_t>(operations.size());
    for (std::size_t i = 0; i < operations.size(); ++i) {
      waits_[rank].push_back(operations[i].predecessors);
      if (operations[i].predecessors == 0)
        ready_.push_back({static_cast<int>(rank), static_cast<std::int32_t>(i)});
    }
  }
}

void Machine::release(Place place) {
  auto& waits = waits_[static_cast<std::size_t>(place.rank)][static_cast<std::size_t>(place.index)];
  if (--waits == 0) ready_.push_back(place);
}

void Machine::start(Place place) {
  if (const std::int32_t next = at(place).next_in_turn; next >= 0) release({place.rank, next});
}

void Machine::complete(Place place) {
  waits_[static_cast<std::size_t>(place.rank)][static_cast<std::size_t>(place.index)] = completed;
  --incomplete_;
  const Program& program = programs_[static_cast<std::size_t>(place.rank)];
  for (const std::int32_t next : program.successors_of(at(place))) release({place.rank, next});
}

std::optional<Place> Machine::meet(Place place) {
  const Operation& operation = at(place);
  const bool is_send = operation.kind == Operation::Kind::send;
  const std::int64_t from = is_send ? place.rank : operation.peer;
  const std::int64_t to = is_send ? operation.peer : place.rank;
  auto& waiting = started_[from * static_cast<std::int64_t>(programs_.size()) + to];
  if (waiting.empty() || at(waiting.front()).kind == operation.kind) {
    waiting.push_back(place);
    return std::nullopt;
  }
  const Place partner = waiting.front();
  waiting.pop_front();
  return partner;
}

std::int32_t Machine::first_incomplete(int rank) const {
  const auto& waits = waits_[static_cast<std::size_t>(rank)];
  for (std::size_t i = 0; i < waits.size(); ++i)
    if (waits[i] != completed) return static_cast<std::int32_t>(i);
  return static_cast<std::int32_t>(waits.size());
}

}  // namespace allfold
