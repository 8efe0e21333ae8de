#include "schedule/direct.hpp"

#include <algorithm>

namespace allfold {

namespace {

bool overlap(Blocks a, Blocks b) { return a.first < b.last && b.first < a.last; }

class Redirection {
 public:
  explicit Redirection(Schedule schedule) : schedule_(std::move(schedule)) {}

  Schedule done() && {
    for (Round& round : schedule_.rounds) {
      note_messages(round);
      for (Local& local : round.locals) {
        if (auto* step = std::get_if<Reduce>(&local)) redirect(round, *step);
        std::visit([&](const auto& step) { note(step.into, step.blocks); }, local);
      }
    }
    shrink_scratch();
    return std::move(schedule_);
  }

 private:
  void note(Memory memory, Blocks blocks) {
    if (memory == Memory::result) used_.push_back(blocks);
  }
  void note_messages(const Round& round) {
    for (const Receive& r : round.receives) note(r.into, r.blocks);
    for (const Send& s : round.sends) note(s.from, s.blocks);
  }
  [[nodiscard]] bool is_passing(Memory memory) const {
    return is_scratch(memory) &&
           schedule_.scratch[static_cast<std::size_t>(scratch_index(memory))].life ==
               Scratch::Life::passing;
  }

  void redirect(Round& round, Reduce& step) {
    Memory& other = step.left == Memory::input ? step.right : step.left;
    const bool with_input = step.left == Memory::input || step.right == Memory::input;
    if (step.into != Memory::result || !with_input || !is_passing(other)) return;
    const auto receive = std::ranges::find_if(round.receives, [&](const Receive& r) {
      return r.into == other && r.blocks == step.blocks;
    });
    const bool is_unused =
        std::ranges::none_of(used_, [&](Blocks blocks) { return overlap(blocks, step.blocks); });
    if (receive == round.receives.end() || !is_unused) return;
    receive->into = other = Memory::result;
  }

  /// To what is still received.
  void shrink_scratch() {
    std::vector<Blocks> rooms(schedule_.scratch.size());
    for (const Round& round : schedule_.rounds)
      for (const Receive& r : round.receives)
        if (is_scratch(r.into)) {
          Blocks& room = rooms[static_cast<std::size_t>(scratch_index(r.into))];
          room = hull(room, r.blocks);
        }
    for (std::size_t s = 0; s < rooms.size(); ++s)
      if (schedule_.scratch[s].life == Scratch::Life::passing) schedule_.scratch[s].room = rooms[s];
  }

  Schedule schedule_;
  std::vector<Blocks> used_;  // of the result, so far
};

}  // namespace

Schedule with_direct_receives(Schedule schedule) { return Redirection(std::move(schedule)).done(); }

}  // namespace allfold
