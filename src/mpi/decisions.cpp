#include "mpi/decisions.hpp"

#include <optional>
#include <utility>

#include "mpi/process.hpp"
#include "mpi/quiet_floating_point.hpp"

namespace allfold::mpi {

const Decision& Decisions::decide(const Description& call) {
  const Operand operand = operand_of(call.datatype, call.op);
  select::Problem problem;
  std::optional<select::Choice> learnt;
  if (operand.native_reason.empty()) {
    problem = problem_of(call, operand, agreement_);
    if (learner_.learns(problem)) {
      if (const Decision* lesson = learner_.lesson(call, operand, problem); lesson != nullptr) {
        announcements_.note(*lesson, agreement_);
        return *lesson;
      }
      learnt = learner_.learnt(problem);
    }
  }
  const QuietFloatingPoint quiet;
  const Decision* const decision = process().reserve.within([&] {
    Chosen chosen{.problem = problem};
    if (operand.native_reason.empty())
      chosen.choice = learnt ? *learnt : choice_for(problem, agreement_);
    auto made = std::make_unique<Decision>(call, operand, std::move(chosen), agreement_, context_);
    const std::size_t bytes = made->bytes_kept();
    return kept_.keep(call, std::move(made), bytes).get();
  });
  announcements_.note(*decision, agreement_);
  return *decision;
}

}  // namespace allfold::mpi
