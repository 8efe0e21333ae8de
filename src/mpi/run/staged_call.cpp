#include "mpi/run/staged_call.hpp"

#include "exec/executor.hpp"
#include "mpi/messages/backend.hpp"

namespace allfold::mpi::run {

namespace {

bool is_together(const schedule::Stage& stage) {
  return stage.medium == schedule::Medium::shared_memory;
}

}  // namespace

StagedCall::StagedCall(Setup setup, const call::Description& call, const call::Operand& operand,
                       Context& context)
    : setup_(std::move(setup)), description_(call), operand_(operand) {
  stages_.reserve(setup_.plan.stages.size());
  for (schedule::Stage& stage : setup_.plan.stages)
    stages_.push_back({.stage = std::move(stage), .program = nullptr, .prepared = {}});
  for (ReadyStage& ready : stages_)
    if (is_together(ready.stage)) {
      context.group->prepare_lanes(ready.stage.shared.lanes);
      if (ready.stage.shared.kind == schedule::Shared::Kind::scatter) scatter_ = &ready.stage;
    }
  for (ReadyStage& ready : stages_) {
    // The rounds are not needed any more, only the program.
    schedule::Schedule schedule = ready.stage.schedule;
    ready.stage.schedule.rounds = {};
    if (is_together(ready.stage)) continue;
    ready.program = std::make_unique<program::Program>(program::compile(
        schedule::flat_plan(std::move(schedule)), binding_of_messages(), setup_.segmentation));
    ready.prepared = prepared_for(ready, setup_.parts.at_once(),
                                  keeps_slice() ? Result::in_memory : Result::in_work_buffer);
    context.queues.reserve(ready.program->operations.size());
  }
}

std::size_t StagedCall::bytes_kept() const {
  std::size_t bytes = stages_.capacity() * sizeof(ReadyStage);
  for (const ReadyStage& ready : stages_) {
    bytes += ready.stage.group.size() * sizeof(int);
    if (ready.program != nullptr)
      bytes += ready.program->bytes_kept() + ready.prepared->bytes_kept();
  }
  return bytes;
}

program::Binding StagedCall::binding_of_messages() const {
  if (!keeps_slice()) return program::Binding::separate;
  return scatter_ != nullptr ? program::Binding::in_place : setup_.binding;
}

node::Range StagedCall::range_of(const schedule::Stage& stage, std::int64_t elements) const {
  const schedule::Cut cut(elements, setup_.plan.blocks, setup_.form.division);
  return {.first = cut.start(stage.slice.first), .last = cut.start(stage.slice.last)};
}

exec::Prepared StagedCall::prepared_for(const ReadyStage& ready, std::int64_t elements,
                                        Result result) const {
  const schedule::Blocks all{.first = 0, .last = ready.program->blocks};
  return exec::Prepared(*ready.program,
                        {.elements = range_of(ready.stage, elements).size(),
                         .division = setup_.form.division,
                         .layout = operand_.layout,
                         .wanted = result == Result::in_memory ? all : schedule::Blocks{}},
                        exec::most_bytes_by_rounds);
}

/// One call on these vectors. All ranks use the same number of elements.
class StagedCall::Run {
 public:
  Run(const StagedCall& call, const node::Vectors& vectors, Context& context)
      : call_(call),
        context_(context),
        shared_(call.description_, call.operand_, call.setup_.form, node::Elements::Risk::may_fail,
                context),
        of_vectors_(vectors.so_far == exec::success ? shared_.elements()
                                                    : shared_.without_vectors()),
        input_(vectors.input),
        result_(vectors.result),
        elements_(vectors.count),
        status_(vectors.so_far) {
    if (status_ != exec::success)
      has_memory_ = false;
    else if (!call_.has_result_memory() && call_.scatter_ != nullptr)
      borrow_memory_of_slice();
  }

  exec::Status run() {
    for (const ReadyStage& ready : call_.stages_) {
      if (!is_together(ready.stage))
        exchange(ready);
      else if (ready.stage.shared.kind == schedule::Shared::Kind::scatter)
        scatter(ready.stage.shared);
      else
        gather(ready.stage.shared);
    }
    return status_;
  }

 private:
  [[nodiscard]] void* at(const void* vector, std::int64_t element) const {
    return exec::moved(vector, element * call_.operand_.layout.extent);
  }

  /// Provides memory for this rank's slice of a result that it does not get.
  void borrow_memory_of_slice() {
    const exec::Layout& layout = call_.operand_.layout;
    const schedule::Stage& scatter = *call_.scatter_;
    const node::Range own =
        node::slice_of_lane(elements_, scatter.schedule.rank, scatter.shared.lanes);
    if (own.size() == 0) return;
    memory_ = state::process().workspaces.borrow();
    const auto span = layout.span(own.size());
    std::byte* bytes = memory_ != nullptr && span ? memory_->bytes(*span) : nullptr;
    if (bytes == nullptr) {
      status_ = MPI_ERR_NO_MEM;
      has_memory_ = false;
      return;
    }
    result_ = at(exec::moved(bytes, layout.address_in_span(own.size())), -own.first);
  }

  /// What this rank does with the others of its node, in simulations.
  [[nodiscard]] simulation::NodeWork work(simulation::NodeWork::Part part, int lanes) const {
    return {.communicator = context_.identity,
            .ranks = context_.group->team().ranks(),
            .part = part,
            .lanes = lanes,
            .bytes = elements_ * of_vectors_.stride};
  }
  void scatter(const schedule::Shared& shared) {
    const messages::NodeCall call(work(simulation::NodeWork::Part::scatter, shared.lanes));
    status_ = context_.group->scatter(
        {.input = input_, .result = result_, .count = elements_, .so_far = status_}, of_vectors_,
        shared.lanes);
  }
  void gather(const schedule::Shared& shared) {
    using Part = simulation::NodeWork::Part;
    const messages::NodeCall call(
        work(shared.root == schedule::Shared::everyone ? Part::gather_to_all : Part::gather_to_root,
             shared.lanes));
    status_ = context_.group->gather(
        {.result = result_, .count = elements_, .so_far = status_}, of_vectors_, shared.lanes,
        shared.root == schedule::Shared::everyone ? node::everyone : shared.root);
  }
  void exchange(const ReadyStage& ready) {
    const WaitsForMessages waits(context_, of_vectors_.asked);
    const node::Range own = call_.range_of(ready.stage, elements_);
    const bool is_usual = elements_ == call_.setup_.parts.at_once() && has_memory_;
    const auto result =
        call_.keeps_slice() && has_memory_ ? Result::in_memory : Result::in_work_buffer;
    const std::optional<exec::Prepared> other =
        is_usual ? std::nullopt : state::process().reserve.within([&] {
          return std::optional(call_.prepared_for(ready, elements_, result));
        });
    const auto loan = state::process().workspaces.borrow();
    messages::Messages transport(context_.channel.space(), call_.operand_.datatype,
                                 ready.stage.group);
    const exec::Status own_status = exec::execute(
        is_usual ? *ready.prepared : *other,
        at(call_.scatter_ != nullptr ? result_ : input_, own.first), at(result_, own.first),
        {.transport = transport,
         .arithmetic = shared_.arithmetic(),
         .workspace = loan != nullptr ? *loan : context_.workspace,
         .queues = context_.queues,
         .no_memory = MPI_ERR_NO_MEM,
         .so_far = status_});
    if (status_ == exec::success) status_ = own_status;
  }

  const StagedCall& call_;
  Context& context_;
  SharedElements shared_;
  node::Elements of_vectors_;
  const void* input_;
  void* result_;
  std::int64_t elements_;
  exec::WorkspacePool::Loan memory_ = nullptr;
  bool has_memory_ = true;
  exec::Status status_;
};

Outcome StagedCall::run(const call::Arguments& call, Context& context) const {
  return setup_.parts.run(
      call::vectors_of(call, setup_.binding, description_.count), context.on_device,
      [&](const node::Vectors& part) { return Run(*this, part, context).run(); });
}

}  // namespace allfold::mpi::run
