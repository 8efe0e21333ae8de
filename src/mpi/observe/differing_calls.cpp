#include "mpi/observe/differing_calls.hpp"

#include <new>

#include "mpi/call/asked.hpp"
#include "mpi/communicator/communicator.hpp"
#include "mpi/record/asked_text.hpp"
#include "mpi/state/process.hpp"
#include "mpi/user/print.hpp"
#include "text/format.hpp"

namespace allfold::mpi::observe {

namespace {

/// Converts a rank of this node's group to a rank of the communicator.
int rank_of(int place, const setup::Agreement& agreement) {
  const algorithms::Nodes& nodes = agreement.nodes;
  return nodes.members(nodes.node_of(agreement.members.rank))[static_cast<std::size_t>(place)];
}

void tell_of_difference(const call::Arguments& call, communicator::Communicator& communicator) {
  run::Context& context = communicator.context();
  if (context.group == nullptr) return;
  const std::optional<node::Team::Other> other = context.group->take_other();
  if (!other) return;
  try {
    if (!state::process().tells_of_differing_calls.is_first()) return;
    const call::Description description =
        call::described(call, communicator.rank(), communicator.ranks());
    user::say(text::format(
        "error: rank {} of {}: {}: rank {} makes a different call, {}: all ranks must make the "
        "same call; correct the program",
        communicator.rank(), communicator.ranks(),
        record::text_of(call::asked_by(description, call::operand_of(call.datatype, call.op))),
        rank_of(other->rank, communicator.agreement()),
        record::text_of(node::asked_of(other->asked))));
  } catch (const std::bad_alloc&) {
    // The error is raised without the report.
  }
}

}  // namespace

int raised(const run::Outcome& outcome, const call::Arguments& call,
           communicator::Communicator& communicator) {
  if (outcome.error == MPI_ERR_TRUNCATE) tell_of_difference(call, communicator);
  return run::raised(outcome, call.comm, state::process().native());
}

}  // namespace allfold::mpi::observe
