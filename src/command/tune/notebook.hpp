/// @file Notebook: the rules file while it grows.
#pragma once

#include <string>

#include "command/tune/setup.hpp"
#include "rules/rules.hpp"
#include "select/untuned.hpp"
#include "tuning/doubt.hpp"
#include "tuning/verdict.hpp"

namespace allfold::command::tune {

/// Rank 0's. What is added is in the file at once, with the rules that follow from all, where those
/// of the tuner's stood before: what others wrote stays before or after them.
class Notebook {
 public:
  /// Begins with what the file holds where that is to be resumed, if there is such a file. Throws
  /// UsageError where that is no rules file, or one of another machine.
  Notebook(const Setup& setup, const rules::MachineFingerprint& machine);

  [[nodiscard]] const rules::Rules& rules() const { return rules_; }
  [[nodiscard]] bool has(const Point& point, int ranks_per_node) const;
  /// Whether it is known which way vectors go first through shared memory at a point.
  [[nodiscard]] bool has_way(const Point& point) const;
  /// How doubtful the choice at a point is that was measured.
  [[nodiscard]] tuning::Doubt doubt(const Point& point, int ranks_per_node) const;
  /// What is known of a point that was measured, and what the rules choose there.
  [[nodiscard]] const rules::Measurement& measured(const Point& point, int ranks_per_node) const;
  [[nodiscard]] const rules::RuledKernel& choice(const Point& point, int ranks_per_node) const;
  /// What serves there without rules.
  [[nodiscard]] rules::RuledKernel untuned(const Point& point, int ranks_per_node) const;
  /// The quickest for vectors of the next shorter length measured there, if there is one.
  [[nodiscard]] const rules::RuledKernel* winner_before(const Point& point,
                                                        int ranks_per_node) const;

  /// Each throws std::runtime_error if the file cannot be written.
  void set_model(const allfold::cost::CostModel& model);
  /// A point's first visit, or one more.
  void add(rules::Measurement measurement);
  /// What the choice at a point brings, by turns that did not choose it.
  void set_judged(const Point& point, int ranks_per_node, const tuning::Judgement& judgement);
  /// What the ways take at a point of which none is known: the quickest is the first there, unless
  /// the machine was too busy to tell.
  void add_ways(const rules::Measurement& measured);

 private:
  void resume(const rules::MachineFingerprint& machine);
  /// Calls of two timings take different times, which are no visits of one point.
  void refuse_other_timing() const;
  [[nodiscard]] bool is_there(const rules::Measurement& measured, const Point& point,
                              int ranks_per_node) const;
  [[nodiscard]] const rules::Measurement* find(const Point& point, int ranks_per_node) const;
  [[nodiscard]] std::int64_t bytes_of(const Point& point) const;
  /// The tuner's own, of all that was measured. What was said of other choices no longer holds.
  void make_rules();
  void write() const;

  const Setup& setup_;
  select::Untuned untuned_;
  rules::Rules rules_;
};

}  // namespace allfold::command::tune
