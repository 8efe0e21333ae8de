/// @file Notebook: the rules file, updated during tuning.
#pragma once

#include <string>

#include "command/tune/setup.hpp"
#include "rules/rules.hpp"
#include "select/untuned.hpp"
#include "tuning/doubt.hpp"
#include "tuning/judgement.hpp"

namespace allfold::command::tune {

/// Exists on rank 0. Each addition is written to the file at once, together with the rules that
/// follow from all measurements. The tuner's rules replace its earlier ones; rules by others stay
/// before or after them.
class Notebook {
 public:
  /// If the name is that of a folder, the file is the one in it for this machine. With --resume, begins with the contents of the file if it exists. Throws
  /// UsageError if the file is no rules file, or belongs to another machine or timing.
  Notebook(const Setup& setup, const rules::MachineFingerprint& machine);

  [[nodiscard]] const rules::Rules& rules() const { return rules_; }
  [[nodiscard]] bool has(const Point& point, int ranks_per_node) const;
  /// Whether the ways of vectors through shared memory were measured at a point, or a rule that the
  /// tuner has not written names the first one.
  [[nodiscard]] bool has_way(const Point& point) const;
  /// The doubt about the choice at a point that was measured.
  [[nodiscard]] tuning::Doubt doubt(const Point& point, int ranks_per_node) const;
  /// The measurement of a point, and the choice of the rules there.
  [[nodiscard]] const rules::Measurement& measured(const Point& point, int ranks_per_node) const;
  [[nodiscard]] const rules::RuledKernel& choice(const Point& point, int ranks_per_node) const;
  /// The choice without rules.
  [[nodiscard]] rules::RuledKernel untuned(const Point& point, int ranks_per_node) const;
  /// The fastest candidate at the next shorter length measured there; null if there is none.
  [[nodiscard]] const rules::RuledKernel* winner_before(const Point& point,
                                                        int ranks_per_node) const;

  /// This and the following functions throw std::runtime_error if the file cannot be written.
  void set_model(const allfold::cost::CostModel& model);
  /// Adds the first measurement of a point, or a further one.
  void add(rules::Measurement measurement);
  /// Stores what the choice at a point gains, from turns that did not make the choice.
  void set_judged(const Point& point, int ranks_per_node, const tuning::Judgement& judgement);
  /// Stores the times of all ways at a point. The fastest becomes the first way, unless the times
  /// vary too much to tell.
  void add_ways(rules::Measurement measured);

 private:
  void resume(const rules::MachineFingerprint& machine);
  /// Throws UsageError if the file's measurements have another timing: they cannot be merged with
  /// new ones.
  void refuse_other_timing() const;
  [[nodiscard]] bool is_there(const rules::Measurement& measured, const Point& point,
                              int ranks_per_node) const;
  [[nodiscard]] const rules::Measurement* find(const Point& point, int ranks_per_node) const;
  [[nodiscard]] std::int64_t bytes_of(const Point& point) const;
  /// Replaces the tuner's own rules by those that follow from all measurements, and removes
  /// judgements of choices that have changed.
  void make_rules();
  void write() const;

  const Setup& setup_;
  const std::string file_;
  select::Untuned untuned_;
  rules::Rules rules_;
};

}  // namespace allfold::command::tune
