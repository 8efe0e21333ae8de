/// @file Learner: finds out by a communicator's own calls what serves them best.
#pragma once

#include <compare>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "mpi/decision.hpp"
#include "tuning/trial.hpp"

namespace allfold::mpi {

/// Calls are learnt by classes. All that makes a class MPI guarantees to be equal on all ranks, so
/// each rank counts the calls of a class alike, and knows without a word which candidate's turn it
/// is. A class is made of a few calls as they are served without learning, then of a trial.
class Learner {
 public:
  /// Both must outlive this. The ranks need not have agreed yet.
  Learner(const Agreement& agreement, Context& context)
      : agreement_(agreement), context_(context) {}

  /// Whether calls like this one are learnt: the user wants it and has not said what serves them,
  /// and there is something to be done.
  [[nodiscard]] bool learns(const select::Problem& problem) const;

  /// What serves the next call, which has to be made, and only that call; null where the class has
  /// been learnt. Collective.
  [[nodiscard]] const Decision* lesson(const Description& call, const Operand& operand,
                                       const select::Problem& problem);
  /// What that call took on this rank, if it was a candidate's.
  void add(double seconds);

  /// What has been learnt for these calls.
  [[nodiscard]] const select::Choice& learnt(const select::Problem& problem) const;

 private:
  struct Subject {
    schedule::Collective collective;
    rules::OperationClass operation;
    algorithms::Carrier carrier;
    int size_class;
    std::int64_t units;  ///< that all of its vectors have at least
    // The check takes what the compiler makes of this for a zero that stands here.
    friend std::strong_ordering operator<=>(        // NOLINT(modernize-use-nullptr)
        const Subject&, const Subject&) = default;  // NOLINT(modernize-use-nullptr)
  };
  [[nodiscard]] static Subject subject_of(const select::Problem& problem);

  struct Course {
    int ordinary_calls = 0;  ///< made so far
    std::int64_t bytes = 0;  ///< of the first call of the trial
    std::optional<tuning::Trial> trial;
    /// By candidate; before the trial the one that serves.
    std::vector<std::unique_ptr<Decision>> decisions;
    std::optional<select::Choice> learnt;
  };

  [[nodiscard]] const Decision& ordinary_lesson(Course& course, const Description& call,
                                                const Operand& operand,
                                                const select::Problem& problem) const;
  void begin_trial(Course& course, const select::Problem& problem) const;
  /// Throws FailedCall.
  void agree(tuning::Trial& trial) const;
  void conclude(Course& course, const select::Problem& problem) const;

  const Agreement& agreement_;
  Context& context_;
  std::map<Subject, Course> courses_;
  tuning::Trial* current_ = nullptr;  ///< of the call that is being made
};

}  // namespace allfold::mpi
