#include "mpi/decisions.hpp"

#include <optional>
#include <utility>

#include "mpi/process.hpp"
#include "mpi/quiet_floating_point.hpp"

namespace allfold::mpi {

const Decision& Decisions::decide(const Description& call, Set& set) {
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
  std::unique_ptr<Decision> made = process().reserve.within([&] {
    Chosen chosen{.problem = problem};
    if (operand.native_reason.empty())
      chosen.choice = learnt ? *learnt : choice_for(problem, agreement_);
    return std::make_unique<Decision>(call, operand, std::move(chosen), agreement_, context_);
  });
  // The one that was decided earlier goes.
  set[1] = std::exchange(set[0], std::move(made));
  announcements_.note(*set[0], agreement_);
  return *set[0];
}

}  // namespace allfold::mpi
