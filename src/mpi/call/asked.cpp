#include "mpi/call/asked.hpp"

#include "mpi/native/names.hpp"
#include "mpi/record/asked_text.hpp"

namespace allfold::mpi::call {

node::Asked asked_by(const Description& call, const Operand& operand) {
  int operation = native::number_of_operation(call.op);
  if (operand.order != schedule::OperandOrder::any) operation |= record::ordered_operation;
  if (schedule::goes_in_shares(call.collective)) operation |= record::goes_in_shares;
  return {.count = record::folded_count(call.count),
          .element_bytes = operand.size,
          .root = schedule::has_root(call.collective) ? call.root : node::everyone,
          .operation = operation};
}

}  // namespace allfold::mpi::call
