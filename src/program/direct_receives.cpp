#include "program/direct_receives.hpp"

#include <algorithm>
#include <variant>

namespace allfold::program {

namespace {

bool overlap(schedule::Blocks a, schedule::Blocks b) {
  return a.first < b.last && b.first < a.last;
}

class Redirection {
 public:
  explicit Redirection(schedule::Schedule schedule) : schedule_(std::move(schedule)) {}

  schedule::Schedule done() && {
    for (schedule::Round& round : schedule_.rounds) {
      note_messages(round);
      for (schedule::Local& local : round.locals) {
        if (auto* reduce = std::get_if<schedule::Reduce>(&local)) redirect(round, *reduce);
        std::visit([&](const auto& each) { note(each.into, each.blocks); }, local);
      }
    }
    shrink_scratch();
    return std::move(schedule_);
  }

 private:
  void note(schedule::Memory memory, schedule::Blocks blocks) {
    if (memory == schedule::Memory::result) used_.push_back(blocks);
  }
  void note_messages(const schedule::Round& round) {
    for (const schedule::Receive& r : round.receives) note(r.into, r.blocks);
    for (const schedule::Send& s : round.sends) note(s.from, s.blocks);
  }
  [[nodiscard]] bool is_passing(schedule::Memory memory) const {
    return schedule::is_scratch(memory) &&
           schedule_.scratch[static_cast<std::size_t>(schedule::scratch_index(memory))].life ==
               schedule::Scratch::Life::passing;
  }

  void redirect(schedule::Round& round, schedule::Reduce& local) {
    schedule::Memory& other = local.left == schedule::Memory::input ? local.right : local.left;
    const bool with_input =
        local.left == schedule::Memory::input || local.right == schedule::Memory::input;
    if (local.into != schedule::Memory::result || !with_input || !is_passing(other)) return;
    const auto receive = std::ranges::find_if(round.receives, [&](const schedule::Receive& r) {
      return r.into == other && r.blocks == local.blocks;
    });
    const bool is_unused = std::ranges::none_of(
        used_, [&](schedule::Blocks blocks) { return overlap(blocks, local.blocks); });
    if (receive == round.receives.end() || !is_unused) return;
    receive->into = other = schedule::Memory::result;
  }

  /// Reduces passing scratch vectors to the blocks that are still received there.
  void shrink_scratch() {
    std::vector<schedule::Blocks> rooms(schedule_.scratch.size());
    for (const schedule::Round& round : schedule_.rounds)
      for (const schedule::Receive& r : round.receives)
        if (schedule::is_scratch(r.into)) {
          schedule::Blocks& room = rooms[static_cast<std::size_t>(schedule::scratch_index(r.into))];
          room = schedule::hull(room, r.blocks);
        }
    for (std::size_t s = 0; s < rooms.size(); ++s)
      if (schedule_.scratch[s].life == schedule::Scratch::Life::passing)
        schedule_.scratch[s].room = rooms[s];
  }

  schedule::Schedule schedule_;
  std::vector<schedule::Blocks> used_;  // of the result, so far
};

}  // namespace

schedule::Schedule with_direct_receives(schedule::Schedule schedule) {
  return Redirection(std::move(schedule)).done();
}

}  // namespace allfold::program
