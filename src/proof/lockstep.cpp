#include "proof/lockstep.hpp"

namespace allfold::proof {

namespace {
constexpr std::int32_t started = -1;
constexpr std::int32_t completed = -2;
}  // namespace

Lockstep::Lockstep(const std::vector<program::Program>& programs, const Matching& matching)
    : programs_(programs), matching_(matching), incomplete_(matching.operations()) {
  waits_.reserve(incomplete_);
  ready_.reserve(incomplete_);
  for (const program::Program& program : programs)
    for (std::size_t i = 0; i < program.operations.size(); ++i) {
      waits_.push_back(program.operations[i].predecessors);
      if (waits_.back() == 0) ready_.push_back({program.rank, static_cast<std::int32_t>(i)});
    }
}

void Lockstep::release(Position place) {
  if (--waits_[matching_.number(place)] == 0) ready_.push_back(place);
}

void Lockstep::start(Position place) {
  waits_[matching_.number(place)] = started;
  if (const std::int32_t next = at(place).next_in_turn; next >= 0) release({place.rank, next});
}

void Lockstep::complete(Position place) {
  waits_[matching_.number(place)] = completed;
  --incomplete_;
  const program::Program& program = programs_[static_cast<std::size_t>(place.rank)];
  for (const std::int32_t next : program.successors_of(at(place))) release({place.rank, next});
}

std::optional<Position> Lockstep::meet(Position place) {
  const Position partner{.rank = at(place).peer,
                         .index = matching_.partner(matching_.number(place))};
  if (waits_[matching_.number(partner)] != started) return std::nullopt;
  return partner;
}

std::int32_t Lockstep::first_incomplete(int rank) const {
  const auto operations =
      static_cast<std::int32_t>(programs_[static_cast<std::size_t>(rank)].operations.size());
  for (std::int32_t i = 0; i < operations; ++i)
    if (waits_[matching_.number({rank, i})] != completed) return i;
  return operations;
}

}  // namespace allfold::proof
