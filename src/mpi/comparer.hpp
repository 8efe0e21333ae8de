/// @file Comparer: makes the calls of a communicator both ways, for ALLFOLD_MODE=compare.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "mpi/agreement.hpp"
#include "mpi/call_both_ways.hpp"
#include "mpi/comparisons.hpp"
#include "mpi/context.hpp"
#include "mpi/decision.hpp"
#include "mpi/meeting.hpp"

namespace allfold::mpi {

/// A call is made natively and by Allfold, one after the other, on the same buffers with the same
/// input. The program gets the native result. Which of the two comes first changes from call to
/// call, and all ranks begin each of them together. See docs/reference/comparing.md.
///
/// What is done with a call is a function of what is equal on all ranks, or of what they have
/// agreed on in the call.
class Comparer {
 public:
  /// Both must outlive this.
  Comparer(const Agreement& agreement, Context& context)
      : agreement_(agreement), context_(context) {}

  /// A call on a communicator that is set up has come, whatever serves it.
  void count() { ++calls_; }

  /// Serves one call, which was counted. The context is ready for what was decided. An exception
  /// that comes out of the native call goes through.
  Outcome run(const Arguments& call, const Decision& decision);

 private:
  /// Whether the ranks can meet, alike on all of them.
  [[nodiscard]] bool can_meet();
  /// Collective, where they can: whether all ranks make the same call. One of them says so if not.
  [[nodiscard]] bool do_all_make(const Arguments& call, const Decision& decision);
  /// Why a call is not compared, alike on all ranks; "" if it is.
  [[nodiscard]] std::string_view reason_against(const Arguments& call, const Decision& decision);
  [[nodiscard]] Comparisons::Counting counting() const;
  Outcome run_natively(const Arguments& call, const Decision& decision,
                       std::string_view reason) const;
  Outcome run_both(CallBothWays& both, const Arguments& call, const Decision& decision);
  void report(const CallBothWays& both, CallBothWays::End end, comparison::Verdict verdict,
              const Arguments& call, const Decision& decision);
  void note(const CallBothWays& both, comparison::Verdict verdict, const Arguments& call,
            const Decision& decision) const;

  const Agreement& agreement_;
  Context& context_;
  std::optional<Meeting> meeting_;
  std::int64_t calls_ = 0;
  std::int64_t comparable_ = 0;
  std::uint64_t compared_ = 0;
  bool has_left_ = false;   ///< a rank cannot meet the others any more
  bool has_saved_ = false;  ///< the inputs of a call
};

}  // namespace allfold::mpi
