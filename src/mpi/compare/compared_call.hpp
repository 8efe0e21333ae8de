/// @file Compared call: one call that both libraries serve.
#pragma once

#include <array>
#include <cstddef>

#include "comparison/deviation.hpp"
#include "comparison/magnitudes.hpp"
#include "exec/workspace.hpp"
#include "mpi/call/vector_data.hpp"
#include "mpi/compare/meeting.hpp"
#include "mpi/run/context.hpp"
#include "mpi/run/decision.hpp"
#include "mpi/setup/agreement.hpp"

namespace allfold::mpi::compare {

/// find_means(), make() and compare_results() are collective, and are called in this order.
class ComparedCall {
 public:
  ComparedCall(const call::Arguments& call, const run::Decision& decision,
               const setup::Agreement& agreement, run::Context& context, Meeting& meeting);
  ComparedCall(const ComparedCall&) = delete;
  ComparedCall& operator=(const ComparedCall&) = delete;

  /// What all ranks are able to do.
  enum class Means : int { no_copies = 0, on_device = 1, all = 2 };
  [[nodiscard]] Means find_means();

  /// Which library serves a call.
  enum class ServedBy : unsigned char { native, allfold };
  /// The outcome on all ranks. If several values apply, the first one counts.
  enum class End : int {
    left = Meeting::left,  ///< an exception has left the native call of a rank
    native_failed = 0,     ///< Allfold's call may not have been made
    not_copied = 1,        ///< a result could not be copied
    allfold_failed = 2,    ///< and the native call has not failed
    differs = 3,
    same = 4,
    job_ends = 5,  ///< on this rank only: Allfold has failed while other ranks wait for this rank
  };
  /// Makes both calls, after find_means() has returned `all`. An exception of the native
  /// call propagates; this rank has then left the meeting.
  [[nodiscard]] End make(ServedBy first);
  /// The outcome of the native call, or of Allfold's if the job ends.
  [[nodiscard]] const run::Outcome& outcome() const { return outcome_; }

  /// If the results differ: whether both can be correct.
  [[nodiscard]] comparison::Verdict compare_results();
  [[nodiscard]] const comparison::Deviation& own_deviation() const { return deviation_; }
  /// The rank that reports the end or the verdict.
  [[nodiscard]] int found_by() const { return found_by_; }

  [[nodiscard]] double seconds(ServedBy by) const { return seconds_[index(by)]; }
  [[nodiscard]] int allfold_error() const { return outcomes_[index(ServedBy::allfold)].error; }
  [[nodiscard]] const call::VectorData& data() const { return data_; }
  [[nodiscard]] const call::VectorData& of_results() const { return of_results_; }
  [[nodiscard]] const std::byte* result(ServedBy by) const { return results_[index(by)]; }
  /// The input before the call.
  [[nodiscard]] const std::byte* input() const {
    return is_in_place() ? before_ : static_cast<const std::byte*>(call_.send);
  }

 private:
  static constexpr std::size_t libraries = 2;
  static constexpr std::size_t index(ServedBy by) { return static_cast<std::size_t>(by); }
  [[nodiscard]] bool is_in_place() const { return binding_ == program::Binding::in_place; }
  /// Whether the native call gets a copy of the input, since a user-defined operation may write to
  /// it.
  [[nodiscard]] bool native_gets_copy() const;
  [[nodiscard]] bool take_memory();
  void make_by(ServedBy by);
  void make_natively();
  void make_by_allfold();
  /// Restores the input before the second call.
  void restore_input();
  [[nodiscard]] bool ends_job() const;
  [[nodiscard]] bool fails(ServedBy by) const;
  [[nodiscard]] End own_end() const;
  [[nodiscard]] bool reduce_magnitudes();

  const call::Arguments& call_;
  const run::Decision& decision_;
  const setup::Agreement& agreement_;
  run::Context& context_;
  Meeting& meeting_;
  program::Binding binding_;
  bool has_result_;
  schedule::Blocks wanted_;      ///< elements of the result that this rank wants
  call::VectorData data_;        ///< of inputs
  call::VectorData of_results_;  ///< of what this rank wants
  comparison::MagnitudeForm magnitudes_;

  exec::Workspace memory_;
  std::byte* before_ = nullptr;  ///< a saved input in place, or the copy for the native call
  std::array<std::byte*, libraries> results_ = {};  ///< by ServedBy
  std::byte* own_magnitudes_ = nullptr;
  std::byte* all_magnitudes_ = nullptr;  ///< of all ranks, reduced
  bool is_copied_ = true;

  std::array<run::Outcome, libraries> outcomes_ = {};  ///< by ServedBy
  std::array<double, libraries> seconds_ = {};         ///< by ServedBy
  run::Outcome outcome_ = {};
  comparison::Deviation deviation_ = {};
  int found_by_ = 0;
};

}  // namespace allfold::mpi::compare
