#include "mpi/run/message_call.hpp"

#include "exec/executor.hpp"
#include "mpi/call/asked.hpp"
#include "mpi/messages/backend.hpp"
#include "mpi/state/process.hpp"

namespace allfold::mpi::run {

MessageCall::MessageCall(const Setup& setup, const call::Description& call,
                         const call::Operand& operand, Context& context)
    : op_(call.op),
      elements_(call.count),
      starts_(call.starts),
      asked_(node::signature_of(call::asked_by(call, operand))),
      operand_(operand),
      binding_(call.binding),
      division_(setup.division),
      gets_share_(schedule::goes_in_shares(call.collective)),
      is_alone_(setup.key.task.ranks == 1),
      parts_(setup.parts),
      program_(state::process().programs.get(setup.key)),
      wanted_(setup.key.task.recipients().wanted(setup.key.task.rank,
                                                 {.first = 0, .last = program_->blocks})),
      prepared_(prepared_for(parts_.at_once(), wanted_)) {
  context.queues.reserve(program_->operations.size());
}

exec::Prepared MessageCall::prepared_for(std::int64_t elements, schedule::Blocks wanted) const {
  using Place = exec::Shape::Place;
  // Otherwise the program knows that the two are one.
  const bool is_in_input = binding_ == program::Binding::in_place && gets_share_;
  return exec::Prepared(*program_,
                        {.elements = elements,
                         .division = division_,
                         .layout = operand_.layout,
                         .wanted = wanted,
                         .starts = starts_.numbers(),
                         .place = is_in_input ? Place::in_input : Place::apart},
                        exec::most_bytes_by_rounds);
}

Outcome MessageCall::run(const call::Arguments& call, Context& context) const {
  if (is_alone_ && binding_ == program::Binding::in_place) return {};
  const messages::MessageSpace& messages = context.channel.space();
  messages::Messages transport(messages, operand_.datatype);
  messages::Reductions arithmetic(op_, operand_.datatype, operand_.layout, operand_.loop, messages,
                                  context.copies, context.thrown, division_);
  const bool is_short = prepared_.runs_by_rounds() && !context.on_device.any();
  const auto loan = is_short ? nullptr : state::process().workspaces.borrow();
  exec::Surroundings surroundings{.transport = transport,
                                  .arithmetic = arithmetic,
                                  .workspace = loan != nullptr ? *loan : context.workspace,
                                  .queues = context.queues,
                                  .no_memory = MPI_ERR_NO_MEM};
  const WaitsForMessages waits(context, asked_);
  return parts_.run(
      call::vectors_of(call, binding_, elements_), context.on_device,
      [&](const node::Vectors& part) {
        surroundings.so_far = part.so_far;
        if (part.so_far == exec::success && part.count == parts_.at_once())
          return exec::execute(prepared_, part.input, part.result, surroundings);
        // A rank that has failed before the call writes no result.
        const auto wanted = part.so_far == exec::success ? wanted_ : schedule::Blocks{};
        const exec::Prepared prepared =
            state::process().reserve.within([&] { return prepared_for(part.count, wanted); });
        return exec::execute(prepared, part.input, part.result, surroundings);
      });
}

}  // namespace allfold::mpi::run
