#include "mpi/call/asked.hpp"

#include "mpi/native/names.hpp"
#include "mpi/record/asked_text.hpp"

namespace allfold::mpi::call {

node::Asked asked_by(const Description& call, const Operand& operand) {
  const int operation = native::number_of_operation(call.op);
  const bool commutes = operand.order == schedule::OperandOrder::any;
  node::Asked asked{.count = call.count,
                    .element_bytes = operand.size,
                    .root = schedule::has_root(call.collective) ? call.root : node::everyone,
                    .operation = commutes ? operation : operation | record::ordered_operation};
  if (!schedule::goes_in_shares(call.collective)) return asked;
  asked.root = node::each_its_share;
  if (!call.starts.are_equal_shares())
    asked.shares = node::fingerprint_of(schedule::Shares(call.starts.numbers()));
  return asked;
}

}  // namespace allfold::mpi::call
