#include "schedule/plan.hpp"

#include <algorithm>
#include <cassert>
#include <utility>
#include <variant>

namespace allfold::schedule {

namespace {

/// The blocks of the result that stages have written so far.
class Written {
 public:
  explicit Written(std::int64_t blocks) : written_(static_cast<std::size_t>(blocks), false) {}

  void note(const Stage& stage, std::int64_t width) {
    const auto note_if_result = [&](Memory into, Blocks own) {
      if (into != Memory::result) return;
      const auto slice = written_.begin() + stage.slice.first;
      std::fill(slice + own.first * width, slice + own.last * width, true);
    };
    for (const Round& round : stage.schedule.rounds) {
      for (const Receive& r : round.receives) note_if_result(r.into, r.blocks);
      for (const Local& local : round.locals)
        std::visit([&](const auto& each) { note_if_result(each.into, each.blocks); }, local);
    }
  }
  [[nodiscard]] bool contains(Blocks blocks) const {
    const bool is_first = written_[static_cast<std::size_t>(blocks.first)];
    assert(std::all_of(written_.begin() + blocks.first, written_.begin() + blocks.last,
                       [&](bool other) { return other == is_first; }));
    return is_first;
  }

 private:
  std::vector<bool> written_;
};

/// The scratch vectors of the whole Plan. Those of one stage are free for the next.
class SharedScratch {
 public:
  explicit SharedScratch(std::vector<Scratch>& all) : all_(all) {}

  void begin_stage() { taken_.assign(all_.size(), false); }
  Memory take(const Scratch& needed) {
    std::size_t index = 0;
    while (index < all_.size() && (taken_[index] || all_[index].life != needed.life)) ++index;
    if (index == all_.size()) {
      all_.push_back(needed);
      taken_.push_back(false);
    }
    taken_[index] = true;
    all_[index].room = hull(all_[index].room, needed.room);
    return scratch(static_cast<std::int32_t>(index));
  }

 private:
  std::vector<Scratch>& all_;
  std::vector<bool> taken_;
};

/// Translates the terms of one stage into those of the whole Plan.
class Translation {
 public:
  Translation(const Stage& stage, const Written& written, SharedScratch& shared)
      : stage_(stage), width_(stage.slice.size() / stage.schedule.blocks), written_(written) {
    assert(stage.slice.size() % stage.schedule.blocks == 0);
    shared.begin_stage();
    for (const Scratch& own : stage.schedule.scratch)
      scratch_.push_back(shared.take({.room = blocks(own.room), .life = own.life}));
  }

  [[nodiscard]] std::int64_t width() const { return width_; }
  [[nodiscard]] Round round(const Round& own) const {
    Round whole;
    whole.phase = own.phase;
    for (const Send& s : own.sends) {
      assert(s.vectors == 1);  // stages share scratch vectors, which are not adjacent
      whole.sends.push_back({rank(s.peer), memory(s.from, s.blocks), blocks(s.blocks)});
    }
    for (const Receive& r : own.receives)
      whole.receives.push_back({rank(r.peer), memory(r.into, r.blocks), blocks(r.blocks)});
    for (const Local& local : own.locals)
      std::visit([&](const auto& each) { whole.locals.emplace_back(translated(each)); }, local);
    return whole;
  }

 private:
  [[nodiscard]] Reduce translated(const Reduce& local) const {
    return {memory(local.into, local.blocks), memory(local.left, local.blocks),
            memory(local.right, local.blocks), blocks(local.blocks)};
  }
  [[nodiscard]] Copy translated(const Copy& local) const {
    return {memory(local.into, local.blocks), memory(local.from, local.blocks),
            blocks(local.blocks)};
  }
  [[nodiscard]] int rank(int member) const {
    return stage_.group.empty() ? member : stage_.group[static_cast<std::size_t>(member)];
  }
  [[nodiscard]] Blocks blocks(Blocks own) const {
    return {.first = stage_.slice.first + own.first * width_,
            .last = stage_.slice.first + own.last * width_};
  }
  /// The input of a stage is what the stages before have written, otherwise the rank's input.
  [[nodiscard]] Memory memory(Memory own, Blocks at) const {
    if (is_scratch(own)) return scratch_[static_cast<std::size_t>(scratch_index(own))];
    return own == Memory::input && written_.contains(blocks(at)) ? Memory::result : own;
  }

  const Stage& stage_;
  std::int64_t width_;
  const Written& written_;
  std::vector<Memory> scratch_;
};

/// Whether the Plan has a single stage, of all ranks, on the whole vector and in the Plan's blocks.
bool is_flat(const Plan& plan) {
  if (plan.stages.size() != 1) return false;
  const Stage& stage = plan.stages[0];
  return stage.group.empty() && stage.slice == Blocks{.first = 0, .last = plan.blocks} &&
         stage.schedule.blocks == plan.blocks;
}

}  // namespace

Plan flat_plan(Schedule schedule, Medium medium) {
  Plan plan{
      .ranks = schedule.ranks, .rank = schedule.rank, .blocks = schedule.blocks, .stages = {}};
  const Blocks all{.first = 0, .last = schedule.blocks};
  plan.stages.push_back(
      {.group = {}, .slice = all, .schedule = std::move(schedule), .medium = medium});
  return plan;
}

Schedule flatten(Plan plan) {
  if (is_flat(plan)) return std::move(plan.stages[0].schedule);
  Schedule whole{.ranks = plan.ranks,
                 .rank = plan.rank,
                 .blocks = plan.blocks,
                 .scratch = {},
                 .rounds = {},
                 .divisions = plan.divisions};
  Written written(plan.blocks);
  SharedScratch shared(whole.scratch);
  for (const Stage& stage : plan.stages) {
    const Translation translation(stage, written, shared);
    if (stage.schedule.pace == Pace::as_ready) whole.pace = Pace::as_ready;
    for (const Round& round : stage.schedule.rounds)
      whole.rounds.push_back(translation.round(round));
    written.note(stage, translation.width());
  }
  return whole;
}

}  // namespace allfold::schedule
