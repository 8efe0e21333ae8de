#include "schedule/plan.hpp"

#include <cassert>
#include <utility>

namespace allfold {

namespace {

/// Translates the terms of one stage into those of the whole Plan.
class Translation {
 public:
  Translation(const Stage& stage, bool is_first, std::size_t scratch_before)
      : stage_(stage),
        width_(stage.slice.size() / stage.schedule.blocks),
        input_(is_first ? Memory::input : Memory::result),
        scratch_before_(static_cast<std::int32_t>(scratch_before)) {
    assert(stage.slice.size() % stage.schedule.blocks == 0);
  }

  [[nodiscard]] int rank(int member) const {
    return stage_.group.empty() ? member : stage_.group[static_cast<std::size_t>(member)];
  }
  [[nodiscard]] Blocks blocks(Blocks own) const {
    return {.first = stage_.slice.first + own.first * width_,
            .last = stage_.slice.first + own.last * width_};
  }
  [[nodiscard]] Memory memory(Memory own) const {
    if (own == Memory::input) return input_;
    return is_scratch(own) ? scratch(scratch_index(own) + scratch_before_) : own;
  }
  [[nodiscard]] Round round(const Round& own) const {
    Round whole;
    whole.phase = own.phase;
    for (const Send& s : own.sends)
      whole.sends.push_back({rank(s.peer), memory(s.from), blocks(s.blocks)});
    for (const Receive& r : own.receives)
      whole.receives.push_back({rank(r.peer), memory(r.into), blocks(r.blocks)});
    for (const Local& local : own.locals)
      std::visit([&](const auto& step) { whole.locals.emplace_back(translated(step)); }, local);
    return whole;
  }

 private:
  [[nodiscard]] Reduce translated(const Reduce& step) const {
    return {memory(step.into), memory(step.left), memory(step.right), blocks(step.blocks)};
  }
  [[nodiscard]] Copy translated(const Copy& step) const {
    return {memory(step.into), memory(step.from), blocks(step.blocks)};
  }

  const Stage& stage_;
  std::int64_t width_;
  Memory input_;
  std::int32_t scratch_before_;
};

/// Whether its only stage speaks in the Plan's own terms.
bool is_flat(const Plan& plan) {
  if (plan.stages.size() != 1) return false;
  const Stage& stage = plan.stages[0];
  return stage.group.empty() && stage.slice == Blocks{.first = 0, .last = plan.blocks} &&
         stage.schedule.blocks == plan.blocks;
}

}  // namespace

Plan flat_plan(Schedule schedule) {
  Plan plan{
      .ranks = schedule.ranks, .rank = schedule.rank, .blocks = schedule.blocks, .stages = {}};
  const Blocks all{.first = 0, .last = schedule.blocks};
  plan.stages.push_back({.group = {}, .slice = all, .schedule = std::move(schedule)});
  return plan;
}

Schedule flatten(Plan plan) {
  if (is_flat(plan)) return std::move(plan.stages[0].schedule);
  Schedule whole{
      .ranks = plan.ranks, .rank = plan.rank, .blocks = plan.blocks, .scratch = {}, .rounds = {}};
  for (const Stage& stage : plan.stages) {
    const Translation translation(stage, &stage == &plan.stages.front(), whole.scratch.size());
    for (const Scratch& own : stage.schedule.scratch)
      whole.scratch.push_back({.room = translation.blocks(own.room), .life = own.life});
    for (const Round& round : stage.schedule.rounds)
      whole.rounds.push_back(translation.round(round));
  }
  return whole;
}

}  // namespace allfold
