#include "mpi/differing_calls.hpp"

#include <new>

#include "mpi/asked.hpp"
#include "mpi/asked_text.hpp"
#include "mpi/communicator.hpp"
#include "mpi/print.hpp"
#include "mpi/process.hpp"
#include "text/format.hpp"

namespace allfold::mpi {

namespace {

/// Converts a rank of this node's group to a rank of the communicator.
int rank_of(int place, const Agreement& agreement) {
  const algorithms::Nodes& nodes = agreement.nodes;
  return nodes.members(nodes.node_of(agreement.members.rank))[static_cast<std::size_t>(place)];
}

void tell_of_difference(const Arguments& call, Communicator& communicator) {
  Context& context = communicator.context();
  if (context.group == nullptr) return;
  const std::optional<node::Team::Other> other = context.group->take_other();
  if (!other) return;
  try {
    if (!process().tells_of_differing_calls.is_first()) return;
    const Description description = described(call, communicator.rank());
    say(text::format(
        "error: rank {} of {}: {}: rank {} makes a different call, {}: all ranks must make the "
        "same call; correct the program",
        communicator.rank(), communicator.ranks(),
        text_of(asked_by(description, operand_of(call.datatype, call.op))),
        rank_of(other->rank, communicator.agreement()), text_of(node::asked_of(other->asked))));
  } catch (const std::bad_alloc&) {
    // The error is raised without the report.
  }
}

}  // namespace

int raised(const Outcome& outcome, const Arguments& call, Communicator& communicator) {
  if (outcome.error == MPI_ERR_TRUNCATE) tell_of_difference(call, communicator);
  return raised(outcome, call.comm, process().native());
}

}  // namespace allfold::mpi
