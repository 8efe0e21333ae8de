#include "mpi/call/asked.hpp"

#include "mpi/native/names.hpp"
#include "mpi/record/asked_text.hpp"

namespace allfold::mpi::call {

node::Asked asked_by(const Description& call, const Operand& operand) {
  const int operation = native::number_of_operation(call.op);
  const bool commutes = operand.order == schedule::OperandOrder::any;
  return {.count = record::folded_count(call.count),
          .element_bytes = operand.size,
          .root = schedule::has_root(call.collective) ? call.root : node::everyone,
          .operation = commutes ? operation : operation | record::ordered_operation};
}

}  // namespace allfold::mpi::call
