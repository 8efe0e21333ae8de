#include "mpi/learn/learner.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "mpi/call/pass_on.hpp"
#include "mpi/native/failed_call.hpp"
#include "mpi/native/quiet_floating_point.hpp"
#include "mpi/state/process.hpp"
#include "mpi/user/print.hpp"
#include "select/trial_candidates.hpp"
#include "text/format.hpp"
#include "text/size_class.hpp"

namespace allfold::mpi::learn {

namespace {

/// Short-lived communicators should not pay for a trial.
constexpr int most_ordinary_calls = 4;

select::Choice choice_of(const rules::RuledKernel& candidate, std::string_view reason) {
  return {.kernel = candidate.kernel,
          .parameters = candidate.parameters,
          .segment_bytes = candidate.segment_bytes,
          .reason = std::string(reason)};
}

/// The minimum number of units in a class of results. A class spans a factor of two, and a
/// candidate that can divide the minimum can divide all of the class.
select::Units least_of_class(const select::Units& units) {
  if (units.are_many()) return units;
  return {.count =
              static_cast<std::int64_t>(std::bit_floor(static_cast<std::uint64_t>(units.count)))};
}

/// "ring 1.2 µs, native 3.4 µs": the fastest first.
std::string text_of(std::vector<rules::MeasuredTime> times) {
  std::ranges::stable_sort(times, {}, &rules::MeasuredTime::median);
  std::string text;
  for (const rules::MeasuredTime& time : times)
    text += text::format("{}{} {}", text.empty() ? "" : ", ", rules::text_of(time.candidate),
                         cost::readable_seconds(time.median()));
  return text;
}

}  // namespace

Learner::Subject Learner::subject_of(const select::Problem& problem) {
  return {.collective = problem.collective,
          .operation = select::operation_class_of(problem),
          .carrier = problem.carrier,
          .size_class = text::size_class_of(problem.bytes),
          .units = least_of_class(problem.units).count};
}

bool Learner::learns(const select::Problem& problem) const {
  const select::Configuration& configuration = agreement_.configuration;
  return configuration.tuning == select::Tuning::online && agreement_.members.ranks > 1 &&
         problem.bytes > 0 &&
         configuration.wish(problem.collective).kind == select::Wish::Kind::automatic;
}

const select::Choice& Learner::learnt(const select::Problem& problem) const {
  return *courses_.at(subject_of(problem)).learnt;
}

const run::Decision* Learner::lesson(const call::Description& call, const call::Operand& operand,
                                     const select::Problem& problem) {
  Course& course = courses_[subject_of(problem)];
  current_ = nullptr;
  if (course.learnt) return nullptr;
  if (course.trial && course.trial->is_round_over()) agree(*course.trial);
  const native::QuietFloatingPoint quiet;
  if (course.ordinary_calls++ < most_ordinary_calls)
    return &ordinary_lesson(course, call, operand, problem);
  if (!course.trial) begin_trial(course, problem);
  tuning::OnlineTrial& trial = *course.trial;
  if (trial.is_over()) {
    conclude(course, problem);
    return nullptr;
  }
  current_ = &trial;
  std::unique_ptr<run::Decision>& decision = course.decisions[trial.turn()];
  if (decision == nullptr || !decision->is_for(call))
    decision = std::make_unique<run::Decision>(
        call, operand,
        run::Decision::Basis{.problem = problem,
                             .choice = choice_of(trial.candidates()[trial.turn()], "on trial"),
                             .role = run::Decision::Basis::Role::on_trial},
        agreement_, context_);
  return decision.get();
}

const run::Decision& Learner::ordinary_lesson(Course& course, const call::Description& call,
                                              const call::Operand& operand,
                                              const select::Problem& problem) const {
  course.decisions.resize(1);
  std::unique_ptr<run::Decision>& decision = course.decisions[0];
  if (decision == nullptr || !decision->is_for(call))
    decision = std::make_unique<run::Decision>(
        call, operand,
        run::Decision::Basis{.problem = problem, .choice = run::choice_for(problem, agreement_)},
        agreement_, context_);
  return *decision;
}

void Learner::begin_trial(Course& course, const select::Problem& problem) const {
  course.bytes = problem.bytes;
  select::Problem of_class = problem;
  of_class.units = least_of_class(problem.units);
  course.trial.emplace(select::trial_candidates(of_class, run::choice_for(of_class, agreement_),
                                                agreement_.roster->knowledge,
                                                state::process().candidates));
  course.decisions.clear();
  course.decisions.resize(course.trial->candidates().size());
}

// By a native call.
void Learner::agree(tuning::OnlineTrial& trial) const {
  std::vector<std::int64_t> sums = trial.own_times();
  native::expect_success(
      call::pass_on(state::process().native(), {.collective = schedule::Collective::allreduce,
                                                .send = MPI_IN_PLACE,
                                                .receive = sums.data(),
                                                .count = static_cast<int>(sums.size()),
                                                .datatype = MPI_INT64_T,
                                                .op = MPI_SUM,
                                                .root = 0,
                                                .comm = agreement_.members.comm}));
  trial.judge(sums, agreement_.members.ranks);
}

void Learner::conclude(Course& course, const select::Problem& problem) const {
  const tuning::OnlineTrial& trial = *course.trial;
  course.learnt =
      choice_of(trial.candidates()[trial.winner()], "online tuning on this communicator");
  if (agreement_.members.rank == 0) {
    // Rules do not distinguish vectors by the number of units.
    if (problem.units.are_many())
      state::process().lessons.add({.collective = problem.collective,
                                    .operation = select::operation_class_of(problem),
                                    .ranks = problem.ranks,
                                    .ranks_per_node = select::ranks_per_node_of(problem),
                                    .bytes = course.bytes,
                                    .times = trial.trusted_times()});
    if (agreement_.configuration.verbose > 0)
      user::say(text::format("{} on {} ranks, {}: {} (online tuning on this communicator: {})",
                             schedule::name_of(problem.collective), problem.ranks,
                             text::size_class_name(text::size_class_of(problem.bytes)),
                             allfold::select::text_of(*course.learnt), text_of(trial.times())));
  }
  course.decisions.clear();
  course.trial.reset();
}

void Learner::add(double seconds) {
  if (current_ == nullptr) return;
  const native::QuietFloatingPoint quiet;
  current_->add(seconds);
}

}  // namespace allfold::mpi::learn
