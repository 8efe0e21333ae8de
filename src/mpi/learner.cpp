#include "mpi/learner.hpp"

#include <algorithm>
#include <utility>

#include "mpi/communicator.hpp"
#include "mpi/print.hpp"
#include "select/rivals.hpp"
#include "text/format.hpp"

namespace allfold {

namespace {

/// Communicators that live for a few calls only are not to pay for a trial.
constexpr int most_ordinary_calls = 4;

Choice choice_of(const RuledKernel& contender, std::string_view reason) {
  return {.kernel = contender.kernel,
          .parameters = contender.parameters,
          .segment_bytes = contender.segment_bytes,
          .reason = std::string(reason)};
}

/// "ring 1.2 µs, native 3.4 µs": the quickest first.
std::string text_of(std::vector<MeasuredTime> times) {
  std::ranges::stable_sort(times, {}, &MeasuredTime::median);
  std::string text;
  for (const MeasuredTime& time : times)
    text += text::format("{}{} {}", text.empty() ? "" : ", ", text_of(time.contender),
                         readable_seconds(time.median));
  return text;
}

}  // namespace

Learner::Subject Learner::subject_of(const Problem& problem) {
  return {.collective = problem.collective,
          .operation = operation_class_of(problem),
          .carrier = problem.carrier,
          .size_class = size_class_of(problem.bytes)};
}

bool Learner::learns(const Problem& problem) const {
  return problem.bytes > 0 &&
         communicator_.configuration().wish(problem.collective).kind == Wish::Kind::automatic;
}

const Choice& Learner::learnt(const Problem& problem) const {
  return *courses_.at(subject_of(problem)).learnt;
}

const Service* Learner::lesson(const Arguments& call, Binding binding, const Operand& operand,
                               const Problem& problem) {
  Course& course = courses_[subject_of(problem)];
  current_ = nullptr;
  if (course.learnt) return nullptr;
  if (course.ordinary_calls++ < most_ordinary_calls)
    return &ordinary_lesson(course, call, binding, operand, problem);
  if (!course.trial) begin_trial(course, problem);
  Trial& trial = *course.trial;
  if (trial.is_round_over()) agree(trial);
  if (trial.is_over()) {
    conclude(course, problem);
    return nullptr;
  }
  current_ = &trial;
  std::unique_ptr<Service>& service = course.services[trial.turn()];
  if (service == nullptr || !service->is_for(call, binding))
    service = std::make_unique<Service>(
        call, binding, operand, communicator_,
        Decision{.problem = problem,
                 .choice = choice_of(trial.contenders()[trial.turn()], "on trial"),
                 .role = Decision::Role::on_trial});
  return service.get();
}

const Service& Learner::ordinary_lesson(Course& course, const Arguments& call, Binding binding,
                                        const Operand& operand, const Problem& problem) const {
  course.services.resize(1);
  std::unique_ptr<Service>& service = course.services[0];
  if (service == nullptr || !service->is_for(call, binding))
    service = std::make_unique<Service>(
        call, binding, operand, communicator_,
        Decision{.problem = problem, .choice = communicator_.choice_for(problem)});
  return *service;
}

void Learner::begin_trial(Course& course, const Problem& problem) const {
  course.bytes = problem.bytes;
  course.trial.emplace(rivals(problem, communicator_.choice_for(problem), communicator_.knowledge(),
                              process().candidates));
  course.services.clear();
  course.services.resize(course.trial->contenders().size());
}

// Natively. An error is raised by the MPI library, and MPI does not say that a communicator can be
// used after that.
void Learner::agree(Trial& trial) const {
  std::vector<std::int64_t> sums = trial.own_times();
  pass_on(process().native(), {.collective = Collective::allreduce,
                               .send = MPI_IN_PLACE,
                               .receive = sums.data(),
                               .count = static_cast<int>(sums.size()),
                               .datatype = MPI_INT64_T,
                               .op = MPI_SUM,
                               .root = 0,
                               .comm = communicator_.user()});
  trial.judge(sums, communicator_.ranks());
}

void Learner::conclude(Course& course, const Problem& problem) const {
  const Trial& trial = *course.trial;
  course.learnt = choice_of(trial.contenders()[trial.winner()], "learnt on this communicator");
  if (communicator_.rank() == 0) {
    process().lessons.add({.collective = problem.collective,
                           .operation = operation_class_of(problem),
                           .ranks = problem.ranks,
                           .ranks_per_machine = ranks_per_machine_of(problem),
                           .bytes = course.bytes,
                           .times = trial.trusted_times()});
    if (communicator_.configuration().verbose > 0)
      say(text::format("{} on {} ranks, {}: {} (learnt on this communicator: {})",
                       name_of(problem.collective), problem.ranks,
                       size_class_name(size_class_of(problem.bytes)),
                       allfold::text_of(*course.learnt), text_of(trial.times())));
  }
  course.services.clear();
  course.trial.reset();
}

void Learner::add(double seconds) {
  if (current_ != nullptr) current_->add(seconds);
}

}  // namespace allfold
