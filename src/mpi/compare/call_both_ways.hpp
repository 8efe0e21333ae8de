/// @file Call both ways: one call that is compared.
#pragma once

#include <array>
#include <cstddef>

#include "comparison/judgement.hpp"
#include "comparison/magnitudes.hpp"
#include "exec/workspace.hpp"
#include "mpi/call/vector_data.hpp"
#include "mpi/compare/meeting.hpp"
#include "mpi/run/context.hpp"
#include "mpi/run/decision.hpp"
#include "mpi/setup/agreement.hpp"

namespace allfold::mpi::compare {

/// find_means(), make() and judge() are collective, and are called in this order.
class CallBothWays {
 public:
  CallBothWays(const call::Arguments& call, const run::Decision& decision,
               const setup::Agreement& agreement, run::Context& context, Meeting& meeting);
  CallBothWays(const CallBothWays&) = delete;
  CallBothWays& operator=(const CallBothWays&) = delete;

  /// What all ranks are able to do.
  enum class Means : int { no_copies = 0, on_device = 1, all = 2 };
  [[nodiscard]] Means find_means();

  enum class Way : unsigned char { native, allfold };
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
  /// Makes the call both ways, after find_means() has returned `all`. An exception of the native
  /// call propagates; this rank has then left the meeting.
  [[nodiscard]] End make(Way first);
  /// The outcome of the native call, or of Allfold's if the job ends.
  [[nodiscard]] const run::Outcome& outcome() const { return outcome_; }

  /// If the results differ: whether both can be correct.
  [[nodiscard]] comparison::Verdict judge();
  [[nodiscard]] const comparison::Judgement& own_judgement() const { return judgement_; }
  /// The rank that reports the end or the verdict.
  [[nodiscard]] int found_by() const { return found_by_; }

  [[nodiscard]] double seconds(Way way) const { return seconds_[index(way)]; }
  [[nodiscard]] int allfold_error() const { return outcomes_[index(Way::allfold)].error; }
  [[nodiscard]] const call::VectorData& data() const { return data_; }
  [[nodiscard]] const std::byte* result(Way way) const { return results_[index(way)]; }
  /// The input before the call.
  [[nodiscard]] const std::byte* input() const {
    return is_in_place() ? before_ : static_cast<const std::byte*>(call_.send);
  }

 private:
  static constexpr std::size_t ways = 2;
  static constexpr std::size_t index(Way way) { return static_cast<std::size_t>(way); }
  [[nodiscard]] bool is_in_place() const { return binding_ == program::Binding::in_place; }
  /// Whether the native call gets a copy of the input, since a user-defined operation may write to
  /// it.
  [[nodiscard]] bool native_gets_copy() const;
  [[nodiscard]] bool take_memory();
  void make_by(Way way);
  void make_natively();
  void make_by_allfold();
  /// Restores the input before the second call.
  void restore_input();
  [[nodiscard]] bool ends_job() const;
  [[nodiscard]] bool fails(Way way) const;
  [[nodiscard]] End own_end() const;
  [[nodiscard]] bool reduce_magnitudes();

  const call::Arguments& call_;
  const run::Decision& decision_;
  const setup::Agreement& agreement_;
  run::Context& context_;
  Meeting& meeting_;
  program::Binding binding_;
  bool has_result_;
  call::VectorData data_;
  comparison::MagnitudeForm magnitudes_;

  exec::Workspace memory_;
  std::byte* before_ = nullptr;  ///< a saved input in place, or the copy for the native call
  std::array<std::byte*, ways> results_ = {};  ///< by Way
  std::byte* own_magnitudes_ = nullptr;
  std::byte* all_magnitudes_ = nullptr;  ///< of all ranks, reduced
  bool is_copied_ = true;

  std::array<run::Outcome, ways> outcomes_ = {};  ///< by Way
  std::array<double, ways> seconds_ = {};         ///< by Way
  run::Outcome outcome_ = {};
  comparison::Judgement judgement_ = {};
  int found_by_ = 0;
};

}  // namespace allfold::mpi::compare
