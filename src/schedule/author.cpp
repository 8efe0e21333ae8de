#include "schedule/author.hpp"

#include <utility>

namespace allfold::schedule {

Memory Author::new_scratch(Blocks blocks, Scratch::Life life) {
  schedule_.scratch.push_back({.room = blocks, .life = life});
  return scratch(static_cast<std::int32_t>(schedule_.scratch.size()) - 1);
}

Memory Author::new_scratch_row(Blocks blocks, int count) {
  const Memory first = new_scratch(blocks);
  for (int i = 1; i < count; ++i) {
    new_scratch(blocks);
    schedule_.scratch.back().packing = Scratch::Packing::beside;
  }
  return first;
}

void Author::next_round() {
  if (round().empty()) return;
  const Phase phase = round().phase;
  schedule_.rounds.emplace_back().phase = phase;
}

void Author::enter(Phase phase) {
  next_round();
  round().phase = phase;
}

void Author::send(int peer, Memory from, Blocks blocks, std::int32_t vectors) {
  if (!blocks.empty())
    round().sends.push_back({.peer = peer, .from = from, .blocks = blocks, .vectors = vectors});
}

void Author::receive(int peer, Memory into, Blocks blocks, std::int32_t vectors) {
  if (!blocks.empty())
    round().receives.push_back({.peer = peer, .into = into, .blocks = blocks, .vectors = vectors});
}

void Author::reduce(const Reduce& local) {
  if (local.blocks.empty()) return;
  round().locals.emplace_back(local);
  if (local.into == Memory::result) partial_ = Memory::result;
}

void Author::copy(const Copy& local) {
  if (!local.blocks.empty()) round().locals.emplace_back(local);
}

void Author::receive_and_reduce(int peer, Side side, Blocks blocks) {
  if (blocks.empty()) return;
  receive_and_reduce({.peer = peer,
                      .side = side,
                      .into = memory_of_arrival(blocks),
                      .own = partial_,
                      .blocks = blocks});
}

void Author::receive_and_reduce(const Arrival& arrival) {
  const bool is_left = arrival.side == Side::left;
  receive(arrival.peer, arrival.into, arrival.blocks);
  reduce({.into = Memory::result,
          .left = is_left ? arrival.into : arrival.own,
          .right = is_left ? arrival.own : arrival.into,
          .blocks = arrival.blocks});
}

void Author::receive_result(int peer, Blocks blocks) {
  receive(peer, Memory::result, blocks);
  partial_ = Memory::result;
}

Memory Author::memory_of_arrival(Blocks blocks) {
  const auto turn = static_cast<std::size_t>(arrivals_++ % 2);
  if (arrivals_ <= 2) return arrival_[turn] = new_scratch(blocks, Scratch::Life::passing);
  Blocks& room = schedule_.scratch[static_cast<std::size_t>(scratch_index(arrival_[turn]))].room;
  room = hull(room, blocks);
  return arrival_[turn];
}

Schedule Author::finish() && {
  if (schedule_.ranks == 1) copy({.into = Memory::result, .from = Memory::input, .blocks = all()});
  if (round().empty()) schedule_.rounds.pop_back();
  return std::move(schedule_);
}

}  // namespace allfold::schedule
