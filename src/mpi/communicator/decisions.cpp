#include "mpi/communicator/decisions.hpp"

#include <optional>
#include <utility>

#include "mpi/native/quiet_floating_point.hpp"
#include "mpi/state/process.hpp"

namespace allfold::mpi::communicator {

const run::Decision& Decisions::decide(const call::Description& call) {
  const call::Operand operand = call::operand_of(call.datatype, call.op);
  select::Problem problem;
  std::optional<select::Choice> learnt;
  if (operand.native_reason.empty()) {
    problem = run::problem_of(call, operand, agreement_);
    if (learner_.learns(problem)) {
      if (const run::Decision* lesson = learner_.lesson(call, operand, problem);
          lesson != nullptr) {
        announcements_.note(*lesson, agreement_);
        return *lesson;
      }
      learnt = learner_.learnt(problem);
    }
  }
  const native::QuietFloatingPoint quiet;
  const run::Decision* const decision = state::process().reserve.within([&] {
    run::Decision::Basis basis{.problem = problem};
    if (operand.native_reason.empty())
      basis.choice = learnt ? *learnt : run::choice_for(problem, agreement_);
    auto made =
        std::make_unique<run::Decision>(call, operand, std::move(basis), agreement_, context_);
    const std::size_t bytes = made->bytes_kept();
    return kept_.keep(call, std::move(made), bytes).get();
  });
  announcements_.note(*decision, agreement_);
  return *decision;
}

const run::Decision* Decisions::recalled(const call::Arguments& call) {
  // A description of a list takes memory.
  if (call.counts == call::Arguments::Counts::listed) return nullptr;
  const std::unique_ptr<run::Decision>* const found =
      kept_.find(call::described(call, agreement_.members.rank, agreement_.members.ranks));
  if (found == nullptr || !(*found)->is_ready_for(call)) return nullptr;
  return latest_ = found->get();
}

}  // namespace allfold::mpi::communicator
