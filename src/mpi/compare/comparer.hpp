/// @file Comparer: serves the calls of a communicator by both libraries, for ALLFOLD_MODE=compare.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "mpi/compare/compared_call.hpp"
#include "mpi/compare/meeting.hpp"
#include "mpi/record/comparisons.hpp"
#include "mpi/run/context.hpp"
#include "mpi/run/decision.hpp"
#include "mpi/setup/agreement.hpp"

namespace allfold::mpi::compare {

/// A call is made natively and by Allfold, one after the other, on the same buffers with the same
/// input. The program gets the native result. The order of the two varies from call to call, and
/// all ranks start each of them together. See docs/reference/comparing.md.
///
/// How a call is treated depends only on values that are equal on all ranks, or on which they have
/// agreed in the call.
class Comparer {
 public:
  /// Both arguments must outlive this.
  Comparer(const setup::Agreement& agreement, run::Context& context)
      : agreement_(agreement), context_(context) {}

  /// Counts a call on a communicator that is set up, whatever serves it.
  void count() { ++calls_; }

  /// Serves one call that was counted. The context must be ready for the decision. An exception of
  /// the native call propagates.
  run::Outcome run(const call::Arguments& call, const run::Decision& decision);

 private:
  /// Whether the ranks can meet; equal on all ranks.
  [[nodiscard]] bool can_meet();
  /// Collective, if can_meet(): whether all ranks make the same call. If not, one of them reports
  /// it.
  [[nodiscard]] bool do_all_make(const call::Arguments& call, const run::Decision& decision);
  /// Why a call is not compared, equal on all ranks; "" if it is compared.
  [[nodiscard]] std::string_view reason_against(const run::Decision& decision);
  [[nodiscard]] record::Comparisons::Counting counting() const;
  run::Outcome run_natively(const call::Arguments& call, const run::Decision& decision,
                            std::string_view reason) const;
  run::Outcome run_both(ComparedCall& compared, const call::Arguments& call,
                        const run::Decision& decision);
  void report(const ComparedCall& compared, ComparedCall::End end, comparison::Verdict verdict,
              const call::Arguments& call, const run::Decision& decision);
  void note(const ComparedCall& compared, comparison::Verdict verdict, const call::Arguments& call,
            const run::Decision& decision) const;

  const setup::Agreement& agreement_;
  run::Context& context_;
  std::optional<Meeting> meeting_;
  std::int64_t calls_ = 0;
  std::int64_t comparable_ = 0;
  std::uint64_t compared_ = 0;
  bool has_left_ = false;   ///< a rank can no longer meet the others
  bool has_saved_ = false;  ///< the inputs of a call
};

}  // namespace allfold::mpi::compare
