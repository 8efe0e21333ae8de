#include "mpi/service.hpp"

#include <algorithm>
#include <utility>

#include "mpi/communicator.hpp"
#include "mpi/process.hpp"

namespace allfold {

namespace {

/// Work buffers and linked programs stay small when long vectors are reduced in equal parts. On
/// many ranks a part must be longer for its pieces not to be short. With work memory for so many
/// of these parts.
std::int64_t elements_of_part(std::int64_t elements, std::int64_t size, int ranks,
                              int work_vectors) {
  constexpr std::int64_t least_bytes = 64 << 20;
  constexpr std::int64_t bytes_a_rank = 256 << 10;
  const std::int64_t most_bytes = std::max(least_bytes, bytes_a_rank * ranks) / work_vectors;
  if (elements * size <= most_bytes) return elements;
  const std::int64_t most = std::max<std::int64_t>(most_bytes / size, 1);
  const std::int64_t parts = (elements + most - 1) / most;
  return (elements + parts - 1) / parts;
}

/// Whether the ranks of its machine put the result together.
bool keeps_part(const Task& task) {
  return task.collective == Collective::allreduce ||
         task.nodes.node_of(task.rank) == task.nodes.node_of(task.root);
}

bool gets_result(const Arguments& call, const Communicator& communicator) {
  return call.collective == Collective::allreduce || call.root == communicator.rank();
}

/// How the elements lie in shared memory, if there is any and they can.
std::optional<SharedForm> form_of(const Arguments& call, const Operand& operand,
                                  const Communicator& communicator) {
  if (communicator.carrier() == Carrier::messages) return std::nullopt;
  const int results = call.collective == Collective::allreduce ? communicator.nodes().most() : 1;
  return shared_form_of(operand, call.count * operand.size * results);
}

}  // namespace

Problem problem_of(const Arguments& call, const Operand& operand,
                   const Communicator& communicator) {
  const bool is_shared = form_of(call, operand, communicator).has_value();
  return {.collective = call.collective,
          .ranks = communicator.ranks(),
          .bytes = call.count * operand.size,
          .order = operand.order,
          .operation = operand.operation,
          .grid_rows = communicator.grid_rows(),
          .carrier = is_shared ? communicator.carrier() : Carrier::messages,
          .nodes = communicator.nodes()};
}

Service::Key Service::key_of(const Arguments& call, Binding binding) {
  return {.collective = call.collective,
          .count = call.count,
          .datatype = call.datatype,
          .op = call.op,
          .root = call.root,
          .binding = binding};
}

bool Service::is_for(const Arguments& call, Binding binding) const {
  return key_of(call, binding) == key_ &&
         (operand_.is_predefined || operand_of(call.datatype, call.op) == operand_);
}

Service::Service(const Arguments& call, Binding binding, const Operand& operand,
                 Communicator& communicator, Decision decision)
    : key_(key_of(call, binding)),
      result_(gets_result(call, communicator) ? Shape::Result::given : Shape::Result::work_buffer),
      operand_(operand),
      decision_(std::move(decision)),
      native_reason_(operand.native_reason) {
  const Choice& choice = decision_.choice;
  if (native_reason_.empty() && choice.kernel == nullptr) native_reason_ = choice.reason;
  if (choice.kernel == nullptr || !native_reason_.empty()) return;
  is_plain_ = !is_on_trial();
  const std::optional<SharedForm> shared_form = form_of(call, operand, communicator);
  const bool is_carried = shared_form && choice.kernel->carrier == communicator.carrier();
  if (is_carried && communicator.carrier() == Carrier::shared_memory) {
    elements_at_once_ = elements_of_part(call.count, operand.size, communicator.ranks(), 1);
    shared_elements_ =
        std::make_unique<const SharedElements>(call.op, operand_, *shared_form, communicator);
    return;
  }
  const Task task{.collective = call.collective,
                  .ranks = communicator.ranks(),
                  .rank = communicator.rank(),
                  .root = call.root,
                  .parameters = choice.parameters,
                  .nodes = communicator.nodes()};
  elements_at_once_ =
      elements_of_part(call.count, operand.size, task.ranks, choice.kernel->work_vectors(task));
  const std::int64_t segment_bytes = choice.segment_bytes.value_or(communicator.segment_bytes());
  const Segmentation segmentation =
      segment_bytes == 0 ? Segmentation{}
                         : segmentation_for(elements_at_once_ * operand.size, segment_bytes);
  if (is_carried) {
    staged_ = std::make_unique<StagedCall>(
        StagedCall::Description{.plan = choice.kernel->generate(task),
                                .binding = binding,
                                .result = result_,
                                .part = keeps_part(task)
                                            ? StagedCall::Description::Part::stays_here
                                            : StagedCall::Description::Part::is_elsewhere,
                                .form = *shared_form,
                                .segmentation = segmentation,
                                .elements = elements_at_once_},
        operand);
    communicator.queues().reserve(staged_->most_operations());
    return;
  }
  program_ = process().programs.get(
      {.kernel = choice.kernel, .task = task, .binding = binding, .segmentation = segmentation});
  prepared_ = prepared_for(elements_at_once_);
  communicator.queues().reserve(program_->operations.size());
}

Prepared Service::prepared_for(std::int64_t elements, Shape::Result result) const {
  return Prepared(*program_, {.elements = elements, .layout = operand_.layout, .result = result},
                  most_bytes_by_rounds);
}

}  // namespace allfold
