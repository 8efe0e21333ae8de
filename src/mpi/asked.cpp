#include "mpi/asked.hpp"

#include "mpi/asked_text.hpp"
#include "mpi/names.hpp"

namespace allfold::mpi {

node::Asked asked_by(const Description& call, const Operand& operand) {
  const int operation = number_of_operation(call.op);
  const bool is_for_everyone = call.collective == schedule::Collective::allreduce;
  const bool commutes = operand.order == schedule::OperandOrder::any;
  return {.count = call.count,
          .element_bytes = operand.size,
          .root = is_for_everyone ? node::everyone : call.root,
          .operation = commutes ? operation : operation | ordered_operation};
}

}  // namespace allfold::mpi
