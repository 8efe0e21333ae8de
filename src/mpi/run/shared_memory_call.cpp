#include "mpi/run/shared_memory_call.hpp"

#include <algorithm>

#include "mpi/messages/backend.hpp"
#include "mpi/run/trial_result.hpp"
#include "mpi/setup/wanted.hpp"
#include "mpi/setup/way_name.hpp"

namespace allfold::mpi::run {

namespace {

/// Reductions by the MPI library, and copies of buffers on GPUs, may fail.
node::Elements::Risk risk_of(const call::Operand& operand, const setup::Agreement& agreement) {
  return operand.loop != nullptr && !agreement.has_device_driver ? node::Elements::Risk::none
                                                                 : node::Elements::Risk::may_fail;
}

/// Prints the result of trials, if there is a new one.
void announce(node::Group& group) {
  if (const auto result = group.take_trial_result()) say(*result, group.team().ranks());
}

}  // namespace

SharedMemoryCall::SharedMemoryCall(const call::Description& call, const call::Operand& operand,
                                   const SharedForm& form, algorithms::WayParameter way,
                                   const setup::Agreement& agreement, Context& context)
    : binding_(call.binding),
      collective_(call.collective),
      count_(call.count),
      starts_(call.starts),
      wanted_(setup::wanted_in(call.collective, call.root,
                               call::shares_of(call, agreement.members.ranks))),
      way_(setup::way_of(way)),
      speech_(agreement.configuration.verbose > 0 && agreement.members.rank == 0 ? Speech::announces
                                                                                 : Speech::silent),
      // A part of a vector would not contain a part of each share.
      parts_(call.count, operand, agreement.members.ranks,
             wanted_.are_shares() ? schedule::Division::none : form.division),
      elements_(call, operand, form, risk_of(operand, agreement), context) {
  if (wanted_.are_shares()) context.group->prepare_lanes(agreement.members.ranks);
}

simulation::NodeWork SharedMemoryCall::work(std::int64_t bytes, const Context& context) const {
  using Part = simulation::NodeWork::Part;
  const int ranks = context.group->team().ranks();
  simulation::NodeWork work{.communicator = context.identity, .ranks = ranks, .bytes = bytes};
  if (schedule::goes_in_shares(collective_)) {
    work.part = Part::scatter;
    work.lanes = ranks;
  } else if (schedule::has_root(collective_)) {
    work.part = Part::reduce;
  }
  return work;
}

Outcome SharedMemoryCall::run(const call::Arguments& call, Context& context) const {
  node::Group& group = *context.group;
  exec::Status status = exec::success;
  Outcome outcome = parts_.run(
      call::vectors_of(call, binding_, count_), context.on_device, [&](const node::Vectors& part) {
        // If ranks ask for different things, their numbers of parts may differ. All ranks that
        // detect that do so in the first part, and skip the rest.
        const messages::NodeCall node_call(work(part.count * elements_.elements().stride, context));
        if (status != elements_.elements().mismatched)
          status = part.so_far == exec::success
                       ? group.reduce(part, elements_.elements(), wanted_, way_)
                       : group.reduce(part, elements_.without_vectors(), wanted_, way_);
        return status;
      });
  // Frees memory for long vectors that are not divided, and for types with wide gaps.
  context.workspace.trim();
  context.copies.trim();
  if (speech_ == Speech::announces) announce(group);
  if (outcome.telling == Outcome::Telling::by_handler && outcome.error != MPI_SUCCESS &&
      context.on_device.any() && hides_failures(count_)) {
    outcome.telling = Outcome::Telling::ends_the_job;
    outcome.last_words =
        "allfold: a reduction: a copy from a GPU failed after other ranks have "
        "read the data: the job ends\n";
  }
  return outcome;
}

std::optional<node::FirstWay> SharedMemoryCall::first_way(std::int64_t elements,
                                                          const node::Group& group) const {
  if (way_ || room_for(elements, group) == 0) return std::nullopt;
  const node::Elements& of_call = elements_.elements();
  const std::int64_t bytes = std::min(elements, parts_.at_once()) * of_call.stride;
  return group.first_way_of(node::class_of(wanted_, bytes), of_call.kind);
}

bool SharedMemoryCall::hides_failures(std::int64_t elements) const {
  const node::Elements& of_call = elements_.elements();
  return of_call.risk == node::Elements::Risk::none &&
         elements * of_call.stride <= static_cast<std::int64_t>(node::Slot::most_short_bytes);
}

}  // namespace allfold::mpi::run
