#include "mpi/compare/compared_call.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "mpi/call/pass_on.hpp"
#include "mpi/native/predefined.hpp"
#include "mpi/native/quiet_floating_point.hpp"
#include "mpi/record/stopwatch.hpp"
#include "mpi/state/process.hpp"

namespace allfold::mpi::compare {

namespace {

MPI_Comm packing_for(const call::Operand& operand) {
  return operand.layout.is_contiguous ? MPI_COMM_NULL : state::process().channels.self();
}

MPI_Datatype datatype_of(ops::ElementType number) {
  switch (number) {
    case ops::ElementType::float32: return MPI_FLOAT;
    case ops::ElementType::long_double: return MPI_LONG_DOUBLE;
    case ops::ElementType::float128: return MPI_REAL16;
    default: return MPI_DOUBLE;
  }
}

std::int64_t elements_of(const run::Decision& decision) {
  return decision.bytes() / decision.operand().size;
}

/// The elements of the result that this rank wants, as blocks of one element each.
schedule::Blocks wanted_in(const call::Arguments& call, const run::Decision& decision,
                           const machine::Members& members) {
  if (schedule::goes_in_shares(call.collective)) return call::share_of(call, members.rank);
  return schedule::blocks_of(schedule::portion_of(call.collective, call.root, members.rank),
                             {.first = 0, .last = elements_of(decision)}, members.rank,
                             members.ranks);
}

/// The outcome of the first call, as a code that ranks exchange.
enum FirstCall : int { has_failed = 0, is_well = 1 };

}  // namespace

ComparedCall::ComparedCall(const call::Arguments& call, const run::Decision& decision,
                           const setup::Agreement& agreement, run::Context& context,
                           Meeting& meeting)
    : call_(call),
      decision_(decision),
      agreement_(agreement),
      context_(context),
      meeting_(meeting),
      binding_(call::binding_of(call, agreement.members.rank)),
      has_result_(schedule::gets_result(call.collective, call.root, agreement.members.rank)),
      wanted_(wanted_in(call, decision, agreement.members)),
      data_(call, elements_of(decision), decision.operand(), packing_for(decision.operand())),
      of_results_(call, wanted_.last - wanted_.first, decision.operand(),
                  packing_for(decision.operand())),
      magnitudes_(comparison::magnitudes_of(data_.form(), data_.elements())) {}

ComparedCall::Means ComparedCall::find_means() {
  Means own = Means::all;
  if (context_.on_device.any())
    own = Means::on_device;
  else if (!take_memory() || (is_in_place() && !data_.save(before_, call_.receive)) ||
           (native_gets_copy() && !data_.save(before_, call_.send)))
    own = Means::no_copies;
  return static_cast<Means>(std::max(meeting_.hear(static_cast<int>(own)).code, 0));
}

bool ComparedCall::take_memory() {
  if (!data_.bytes() || !of_results_.bytes()) return false;
  const auto aligned = [](std::size_t bytes) {
    constexpr std::size_t alignment = 64;
    return (bytes + alignment - 1) / alignment * alignment;
  };
  const std::array<std::pair<std::byte**, std::size_t>, 5> pieces{
      {{&before_, is_in_place() || native_gets_copy() ? *data_.bytes() : 0},
       {&results_[index(ServedBy::native)], *of_results_.bytes()},
       {&results_[index(ServedBy::allfold)], *of_results_.bytes()},
       {&own_magnitudes_, magnitudes_.bytes()},
       {&all_magnitudes_, has_result_ ? magnitudes_.bytes() : 0}}};
  std::size_t bytes = 0;
  for (const auto& piece : pieces) bytes += aligned(piece.second);
  // Memory that is never accessed takes no pages.
  std::byte* const memory = memory_.bytes(bytes);
  std::byte* at = memory;
  for (const auto& [place, size] : pieces) {
    *place = at;
    at += aligned(size);
  }
  return memory != nullptr;
}

bool ComparedCall::native_gets_copy() const {
  return !is_in_place() && native::find_predefined_op(call_.op) == nullptr &&
         decision_.operand().layout.is_contiguous;
}

void ComparedCall::make_natively() {
  call::Arguments call = call_;
  if (native_gets_copy()) call.send = before_;
  const record::Stopwatch watch;
  try {
    outcomes_[index(ServedBy::native)] = {.error = call::pass_on(state::process().native(), call),
                                          .telling = run::Outcome::Telling::is_done};
  } catch (...) {
    meeting_.leave();  // other ranks' native calls may have ended, or may never end
    throw;
  }
  seconds_[index(ServedBy::native)] = watch.seconds();
}

void ComparedCall::make_by_allfold() {
  if (has_result_ && !is_in_place()) of_results_.spoil(call_.receive);
  const record::Stopwatch watch;
  run::Outcome& outcome = outcomes_[index(ServedBy::allfold)];
  outcome = decision_.run(call_, context_);
  seconds_[index(ServedBy::allfold)] = watch.seconds();
  // Exceptions of Allfold's call are dropped: the program gets those of the native call.
  if (std::exchange(context_.thrown, nullptr) != nullptr && outcome.error == MPI_SUCCESS)
    outcome.error = MPI_ERR_OTHER;
}

void ComparedCall::make_by(ServedBy by) {
  if (by == ServedBy::native)
    make_natively();
  else
    make_by_allfold();
  if (has_result_ && !fails(by) && !of_results_.save(results_[index(by)], call_.receive))
    is_copied_ = false;
}

void ComparedCall::restore_input() {
  if (is_in_place() && !data_.restore(call_.receive, before_)) is_copied_ = false;
}

bool ComparedCall::fails(ServedBy by) const { return outcomes_[index(by)].error != MPI_SUCCESS; }

bool ComparedCall::ends_job() const {
  return fails(ServedBy::allfold) &&
         outcomes_[index(ServedBy::allfold)].telling == run::Outcome::Telling::ends_the_job;
}

ComparedCall::End ComparedCall::own_end() const {
  if (fails(ServedBy::native)) return End::native_failed;
  if (!is_copied_) return End::not_copied;
  if (fails(ServedBy::allfold)) return End::allfold_failed;
  const native::QuietFloatingPoint quiet;
  return !has_result_ ||
                 comparison::are_same(data_.form(), results_[index(ServedBy::native)],
                                      results_[index(ServedBy::allfold)], of_results_.elements())
             ? End::same
             : End::differs;
}

ComparedCall::End ComparedCall::make(ServedBy first) {
  const ServedBy second = first == ServedBy::native ? ServedBy::allfold : ServedBy::native;
  make_by(first);
  outcome_ = outcomes_[index(ends_job() ? ServedBy::allfold : ServedBy::native)];
  if (ends_job()) return End::job_ends;
  const Meeting::Word word = meeting_.hear(fails(first) ? has_failed : is_well);
  if (word.code == Meeting::left) return End::left;
  if (word.code == has_failed && first == ServedBy::native) return End::native_failed;
  restore_input();
  make_by(second);
  outcome_ = outcomes_[index(ends_job() ? ServedBy::allfold : ServedBy::native)];
  if (ends_job()) return End::job_ends;
  const Meeting::Word end = meeting_.hear(static_cast<int>(own_end()));
  found_by_ = end.rank;
  if (second == ServedBy::allfold && has_result_ &&
      !of_results_.restore(call_.receive, results_[index(ServedBy::native)]))
    is_copied_ = false;
  return static_cast<End>(end.code);
}

bool ComparedCall::reduce_magnitudes() {
  {
    const native::QuietFloatingPoint quiet;
    comparison::fill_magnitudes(data_.form(), agreement_.members.ranks, input(), data_.elements(),
                                own_magnitudes_);
  }
  if (agreement_.members.ranks == 1) {
    std::memcpy(all_magnitudes_, own_magnitudes_, magnitudes_.bytes());
    return true;
  }
  constexpr std::int64_t most_at_once = 1 << 28;
  const std::size_t size = magnitudes_.bytes() / static_cast<std::size_t>(magnitudes_.count);
  // All ranks get all magnitudes if each needs its share.
  call::Arguments part{.collective = schedule::goes_in_shares(call_.collective)
                                         ? schedule::Collective::allreduce
                                         : call_.collective,
                       .send = nullptr,
                       .receive = nullptr,
                       .count = 0,
                       .datatype = datatype_of(magnitudes_.element),
                       .op = magnitudes_.op == ops::ReductionOp::prod ? MPI_PROD : MPI_SUM,
                       .root = call_.root,
                       .comm = meeting_.comm()};
  bool is_reduced = true;
  for (std::int64_t done = 0; done < magnitudes_.count; done += most_at_once) {
    part.send = own_magnitudes_ + static_cast<std::size_t>(done) * size;
    part.receive = all_magnitudes_ + static_cast<std::size_t>(done) * size;
    part.count = std::min(most_at_once, magnitudes_.count - done);
    if (call::pass_on(state::process().native(), part) != MPI_SUCCESS) is_reduced = false;
  }
  return is_reduced;
}

comparison::Verdict ComparedCall::compare_results() {
  constexpr int worst = static_cast<int>(comparison::Verdict::mismatch);
  const bool is_known = magnitudes_.count == 0 || reduce_magnitudes();
  if (has_result_ && is_known) {
    const native::QuietFloatingPoint quiet;
    comparison::keep_magnitudes(data_.form(), data_.elements(),
                                {.first = wanted_.first, .last = wanted_.last}, all_magnitudes_);
    deviation_ = comparison::deviation_of(
        data_.form(), agreement_.members.ranks, results_[index(ServedBy::native)],
        results_[index(ServedBy::allfold)], all_magnitudes_, of_results_.elements());
  } else if (has_result_) {
    deviation_.verdict = comparison::Verdict::order_sensitive;
  }
  const Meeting::Word word = meeting_.hear(worst - static_cast<int>(deviation_.verdict));
  found_by_ = word.rank;
  return static_cast<comparison::Verdict>(worst - std::max(word.code, 0));
}

}  // namespace allfold::mpi::compare
