#include "mpi/compare/comparer.hpp"

#include <algorithm>
#include <bit>
#include <new>
#include <string>

#include "mpi/call/asked.hpp"
#include "mpi/compare/compared_call.hpp"
#include "mpi/compare/comparison_report.hpp"
#include "mpi/compare/mismatch.hpp"
#include "mpi/native/names.hpp"
#include "mpi/native/quiet_floating_point.hpp"
#include "mpi/state/process.hpp"
#include "text/size_class.hpp"

namespace allfold::mpi::compare {

namespace {

using ServedBy = ComparedCall::ServedBy;
using End = ComparedCall::End;

constexpr std::string_view different_calls = "ranks made different calls: MPI_ERR_TRUNCATE";

/// Alternates by the Thue-Morse sequence (Thue 1906), which has no period that a program's calls
/// could match.
ServedBy first_of_turn(std::uint64_t turn) {
  return std::popcount(turn) % 2 == 0 ? ServedBy::native : ServedBy::allfold;
}

/// Replaces control characters in a name of the program's, for a table.
std::string in_one_line(std::string name) {
  constexpr unsigned char blank = ' ';
  std::ranges::replace_if(
      name, [](unsigned char c) { return c < blank; }, '?');
  return name;
}

/// Why a call was not compared; "" if it was.
std::string_view reason_of(End end) {
  switch (end) {
    case End::left: return "an exception ended the native call on a rank";
    case End::native_failed: return "the native call failed";
    case End::not_copied: return "a result could not be copied";
    default: return "";
  }
}

}  // namespace

record::Comparisons::Counting Comparer::counting() const {
  return agreement_.members.rank == 0 ? record::Comparisons::Counting::counts
                                      : record::Comparisons::Counting::is_counted_by_another;
}

std::string_view Comparer::reason_against(const run::Decision& decision) {
  if (decision.choice().kernel == nullptr) return decision.choice().reason;
  if (decision.bytes() == 0) return "no elements";
  if (comparable_++ % agreement_.configuration.compare_every != 0)
    return "skipped (ALLFOLD_COMPARE_EVERY)";
  if (has_left_) return "an exception ended an earlier native call on a rank";
  return can_meet() ? "" : "the MPI library has no communicator left";
}

bool Comparer::can_meet() {
  if (has_left_) return false;
  if (!meeting_) {
    report_comparisons_at_exit();
    meeting_.emplace(agreement_.members, state::process().native());
  }
  return meeting_->is_open();
}

bool Comparer::do_all_make(const call::Arguments& call, const run::Decision& decision) {
  const call::Description description =
      call::described(call, agreement_.members.rank, agreement_.members.ranks);
  const auto difference = meeting_->find_difference(
      node::signature_of(call::asked_by(description, decision.operand())));
  if (!difference) return true;
  state::process().comparisons.note_not_compared(different_calls, counting());
  if (difference->other_rank != agreement_.members.rank) return false;
  tell_of_different_calls(call, {.number = calls_, .difference = *difference});
  return false;
}

run::Outcome Comparer::run_natively(const call::Arguments& call, const run::Decision& decision,
                                    std::string_view reason) const {
  state::process().comparisons.note_not_compared(reason, counting());
  return run::NativeCall(decision.operand(),
                         run::NativeCall::of_device(call.collective, agreement_.configuration))
      .run(call, context_);
}

run::Outcome Comparer::run(const call::Arguments& call, const run::Decision& decision) {
  if (can_meet() && !do_all_make(call, decision)) return {.error = MPI_ERR_TRUNCATE};
  const std::string_view reason = reason_against(decision);
  if (!reason.empty()) return run_natively(call, decision, reason);
  ComparedCall compared(call, decision, agreement_, context_, *meeting_);
  switch (compared.find_means()) {
    case ComparedCall::Means::all: return run_both(compared, call, decision);
    case ComparedCall::Means::on_device:
      state::process().comparisons.note_not_compared("buffers on a GPU, served by Allfold",
                                                     counting());
      return decision.run(call, context_);
    default: return run_natively(call, decision, "out of memory for copies on a rank");
  }
}

run::Outcome Comparer::run_both(ComparedCall& compared, const call::Arguments& call,
                                const run::Decision& decision) {
  End end = End::left;
  try {
    end = compared.make(first_of_turn(compared_++));
  } catch (...) {
    has_left_ = true;
    throw;
  }
  if (end == End::job_ends) return compared.outcome();
  if (end == End::left) has_left_ = true;
  if (const std::string_view reason = reason_of(end); !reason.empty()) {
    state::process().comparisons.note_not_compared(reason, counting());
    return compared.outcome();
  }
  comparison::Verdict verdict = comparison::Verdict::same;
  if (end == End::differs) verdict = compared.compare_results();
  if (end == End::allfold_failed) verdict = comparison::Verdict::mismatch;
  if (verdict == comparison::Verdict::mismatch || verdict == comparison::Verdict::unexplained)
    report(compared, end, verdict, call, decision);
  note(compared, verdict, call, decision);
  return compared.outcome();
}

void Comparer::report(const ComparedCall& compared, End end, comparison::Verdict verdict,
                      const call::Arguments& call, const run::Decision& decision) {
  const Mismatch mismatch{.call = call,
                          .decision = decision,
                          .agreement = agreement_,
                          .number = calls_,
                          .form = compared.data().form(),
                          .deviation = compared.own_deviation(),
                          .plain_bytes = compared.data().plain_bytes(),
                          .elements = compared.data().elements(),
                          .result_elements = compared.of_results().elements(),
                          .input = compared.input(),
                          .native = compared.result(ServedBy::native),
                          .allfold = compared.result(ServedBy::allfold)};
  const bool is_found_here = compared.found_by() == agreement_.members.rank;
  if (verdict == comparison::Verdict::unexplained) {
    if (is_found_here) note_unexplained(mismatch);
    return;
  }
  if (end == End::allfold_failed) {
    if (is_found_here) tell_of_failure(mismatch, compared.allfold_error());
    return;
  }
  std::string inputs = "the inputs of an earlier mismatch are saved";
  if (!has_saved_) inputs = save_inputs(mismatch, compared.found_by(), *meeting_);
  has_saved_ = true;
  if (is_found_here) tell(mismatch, inputs);
}

void Comparer::note(const ComparedCall& compared, comparison::Verdict verdict,
                    const call::Arguments& call, const run::Decision& decision) const {
  const native::QuietFloatingPoint quiet;
  const auto one_if = [&](comparison::Verdict is) { return verdict == is ? 1U : 0U; };
  try {
    state::process().comparisons.note(
        {.collective = call.collective,
         .ranks = agreement_.members.ranks,
         .size_class = text::size_class_of(decision.bytes()),
         .operation = native::name_of_operation(call.op),
         .type = in_one_line(native::name_of_type(call.datatype)),
         .algorithm = select::text_of(decision.choice())},
        {.calls = 1,
         .within = one_if(comparison::Verdict::within),
         .order_sensitive = one_if(comparison::Verdict::order_sensitive) +
                            one_if(comparison::Verdict::unexplained),
         .mismatches = one_if(comparison::Verdict::mismatch),
         .by_program = decision.operand().operation == select::Operations::of_the_user ? 1U : 0U,
         .unexplained = one_if(comparison::Verdict::unexplained),
         .native_seconds = compared.seconds(ServedBy::native),
         .allfold_seconds = compared.seconds(ServedBy::allfold),
         .worst = compared.own_deviation().worst},
        counting());
  } catch (const std::bad_alloc&) {
    // The report lacks this call.
  }
}

}  // namespace allfold::mpi::compare
