/// @file Learner: finds the fastest candidates by a communicator's own calls (online tuning).
#pragma once

#include <compare>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "mpi/run/decision.hpp"
#include "tuning/online_trial.hpp"

namespace allfold::mpi::learn {

/// Calls are tuned by class. A class depends only on values that MPI guarantees to be equal on all
/// ranks, so all ranks count its calls alike, and know without communication which candidate's turn
/// it is. A class starts with a few ordinary calls, and a trial follows.
class Learner {
 public:
  /// Both arguments must outlive this. The ranks need not have agreed yet.
  Learner(const setup::Agreement& agreement, run::Context& context)
      : agreement_(agreement), context_(context) {}

  /// Whether such calls are tuned: tuning is enabled, the user has not chosen an algorithm, and
  /// there is something to reduce.
  [[nodiscard]] bool learns(const select::Problem& problem) const;

  /// The decision that serves the next call, and only that one; the call must then be made. Null if
  /// the class has a result. Collective.
  [[nodiscard]] const run::Decision* lesson(const call::Description& call,
                                            const call::Operand& operand,
                                            const select::Problem& problem);
  /// The duration of that call on this rank, if it was a trial.
  void add(double seconds);

  /// The result for such calls.
  [[nodiscard]] const select::Choice& learnt(const select::Problem& problem) const;

 private:
  struct Subject {
    schedule::Collective collective;
    rules::OperationClass operation;
    algorithms::Carrier carrier;
    int size_class;
    std::int64_t units;  ///< the minimum of the class
    // clang-tidy flags the 0 of a defaulted <=>.
    friend std::strong_ordering operator<=>(        // NOLINT(modernize-use-nullptr)
        const Subject&, const Subject&) = default;  // NOLINT(modernize-use-nullptr)
  };
  [[nodiscard]] static Subject subject_of(const select::Problem& problem);

  struct Course {
    int ordinary_calls = 0;  ///< number of calls so far
    std::int64_t bytes = 0;  ///< of the first call of the trial
    std::optional<tuning::OnlineTrial> trial;
    /// By candidate; before the trial, the one that serves ordinary calls.
    std::vector<std::unique_ptr<run::Decision>> decisions;
    std::optional<select::Choice> learnt;
  };

  [[nodiscard]] const run::Decision& ordinary_lesson(Course& course, const call::Description& call,
                                                     const call::Operand& operand,
                                                     const select::Problem& problem) const;
  void begin_trial(Course& course, const select::Problem& problem) const;
  /// Collective. Throws FailedCall.
  void agree(tuning::OnlineTrial& trial) const;
  void conclude(Course& course, const select::Problem& problem) const;

  const setup::Agreement& agreement_;
  run::Context& context_;
  std::map<Subject, Course> courses_;
  tuning::OnlineTrial* current_ = nullptr;  ///< the trial of the running call
};

}  // namespace allfold::mpi::learn
