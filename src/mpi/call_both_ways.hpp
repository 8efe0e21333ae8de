/// @file Call both ways: one call that is compared.
#pragma once

#include <array>
#include <cstddef>

#include "comparison/judgement.hpp"
#include "comparison/magnitudes.hpp"
#include "exec/workspace.hpp"
#include "mpi/agreement.hpp"
#include "mpi/context.hpp"
#include "mpi/decision.hpp"
#include "mpi/meeting.hpp"
#include "mpi/vector_data.hpp"

namespace allfold::mpi {

/// find_means(), make() and judge() are collective, and called in this order.
class CallBothWays {
 public:
  CallBothWays(const Arguments& call, const Decision& decision, const Agreement& agreement,
               Context& context, Meeting& meeting);
  CallBothWays(const CallBothWays&) = delete;
  CallBothWays& operator=(const CallBothWays&) = delete;

  /// What all ranks have for it.
  enum class Means : int { no_copies = 0, on_device = 1, all = 2 };
  [[nodiscard]] Means find_means();

  enum class Way : unsigned char { native, allfold };
  /// How the two went, on all ranks. The first that holds counts.
  enum class End : int {
    left = Meeting::left,  ///< an exception has ended the native call of a rank
    native_failed = 0,     ///< Allfold's may not have been made
    not_copied = 1,        ///< a result could not be kept
    allfold_failed = 2,    ///< and the native call has not
    differs = 3,
    same = 4,
    job_ends = 5,  ///< of this rank alone: Allfold has failed, and the others wait for it
  };
  /// Makes the call; all ranks have found the means. An exception of the native call goes through:
  /// then this rank has left the meeting.
  [[nodiscard]] End make(Way first);
  /// The native one; where the job ends Allfold's.
  [[nodiscard]] const Outcome& outcome() const { return outcome_; }

  /// Where results differ, whether they may.
  [[nodiscard]] comparison::Verdict judge();
  [[nodiscard]] const comparison::Judgement& own_judgement() const { return judgement_; }
  /// The rank that is to speak of the end, or of the verdict.
  [[nodiscard]] int found_by() const { return found_by_; }

  [[nodiscard]] double seconds(Way way) const { return seconds_[index(way)]; }
  [[nodiscard]] int allfold_error() const { return outcomes_[index(Way::allfold)].error; }
  [[nodiscard]] const VectorData& data() const { return data_; }
  [[nodiscard]] const std::byte* result(Way way) const { return results_[index(way)]; }
  /// As it was before the call.
  [[nodiscard]] const std::byte* input() const {
    return is_in_place() ? before_ : static_cast<const std::byte*>(call_.send);
  }

 private:
  static constexpr std::size_t ways = 2;
  static constexpr std::size_t index(Way way) { return static_cast<std::size_t>(way); }
  [[nodiscard]] bool is_in_place() const { return binding_ == program::Binding::in_place; }
  /// Whether the native call has a copy of the input: an operation of the user's may write to it.
  [[nodiscard]] bool native_gets_copy() const;
  [[nodiscard]] bool take_memory();
  void make_by(Way way);
  void make_natively();
  void make_by_allfold();
  /// Gives the second call the input of the first.
  void restore_input();
  [[nodiscard]] bool ends_job() const;
  [[nodiscard]] bool fails(Way way) const;
  [[nodiscard]] End own_end() const;
  [[nodiscard]] bool reduce_magnitudes();

  const Arguments& call_;
  const Decision& decision_;
  const Agreement& agreement_;
  Context& context_;
  Meeting& meeting_;
  program::Binding binding_;
  bool has_result_;
  VectorData data_;
  comparison::MagnitudeForm magnitudes_;

  exec::Workspace memory_;
  std::byte* before_ = nullptr;  ///< the input of a call in place, or a copy for the native one
  std::array<std::byte*, ways> results_ = {};  ///< by Way
  std::byte* own_magnitudes_ = nullptr;
  std::byte* all_magnitudes_ = nullptr;  ///< those of all ranks, reduced
  bool is_copied_ = true;

  std::array<Outcome, ways> outcomes_ = {};  ///< by Way
  std::array<double, ways> seconds_ = {};    ///< by Way
  Outcome outcome_ = {};
  comparison::Judgement judgement_ = {};
  int found_by_ = 0;
};

}  // namespace allfold::mpi
