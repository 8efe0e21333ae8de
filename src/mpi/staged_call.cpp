#include "mpi/staged_call.hpp"

#include <algorithm>

#include "exec/executor.hpp"
#include "exec/point_to_point.hpp"
#include "mpi/communicator.hpp"

namespace allfold {

namespace {

bool is_together(const Stage& stage) { return stage.medium == Medium::shared_memory; }

}  // namespace

StagedCall::StagedCall(Description description, const Operand& operand)
    : description_(std::move(description)), operand_(operand) {
  parts_.reserve(description_.plan.stages.size());
  for (Stage& stage : description_.plan.stages)
    parts_.push_back({.stage = std::move(stage), .program = nullptr, .prepared = {}});
  for (Part& part : parts_)
    if (is_together(part.stage) && part.stage.shared.step == Shared::Step::scatter)
      scatter_ = &part.stage;
  for (Part& part : parts_) {
    if (is_together(part.stage)) continue;
    part.program = std::make_unique<Program>(
        compile(flat_plan(part.stage.schedule), binding_of_messages(), description_.segmentation));
    part.prepared = prepared_for(part, description_.elements,
                                 keeps_part() ? Shape::Result::given : Shape::Result::work_buffer);
  }
}

Binding StagedCall::binding_of_messages() const {
  if (!keeps_part()) return Binding::separate;
  return scatter_ != nullptr ? Binding::in_place : description_.binding;
}

std::size_t StagedCall::most_operations() const {
  std::size_t most = 0;
  for (const Part& part : parts_)
    if (part.program != nullptr) most = std::max(most, part.program->operations.size());
  return most;
}

node::Range StagedCall::range_of(const Stage& stage, std::int64_t elements) const {
  const Cut cut(elements, description_.plan.blocks);
  return {.first = cut.start(stage.slice.first), .last = cut.start(stage.slice.last)};
}

Prepared StagedCall::prepared_for(const Part& part, std::int64_t elements,
                                  Shape::Result result) const {
  return Prepared(*part.program,
                  {.elements = range_of(part.stage, elements).size(),
                   .layout = operand_.layout,
                   .result = result},
                  most_bytes_by_rounds);
}

class StagedCall::Run {
 public:
  Run(const StagedCall& call, const node::Vectors& vectors, MPI_Op op, Communicator& communicator)
      : call_(call),
        communicator_(communicator),
        shared_(op, call.operand_, call.description_.form, communicator),
        of_vectors_(vectors.so_far == success ? shared_.elements() : shared_.without_vectors()),
        input_(vectors.input),
        result_(vectors.result),
        elements_(vectors.count),
        status_(vectors.so_far) {
    if (status_ != success)
      has_memory_ = false;
    else if (!call_.has_result_memory() && call_.scatter_ != nullptr)
      borrow_memory_of_part();
  }

  Status run() {
    for (const Part& part : call_.parts_) {
      if (!is_together(part.stage))
        exchange(part);
      else if (part.stage.shared.step == Shared::Step::scatter)
        scatter(part.stage.shared);
      else
        gather(part.stage.shared);
    }
    return status_;
  }

 private:
  [[nodiscard]] void* at(const void* vector, std::int64_t element) const {
    return moved(vector, element * call_.operand_.layout.extent);
  }

  /// For this rank's part of a result that it is not to have.
  void borrow_memory_of_part() {
    const Layout& layout = call_.operand_.layout;
    const Stage& scatter = *call_.scatter_;
    const node::Range own =
        node::part_of_lane(elements_, scatter.schedule.rank, scatter.shared.lanes);
    if (own.size() == 0) return;
    memory_ = process().workspaces.borrow();
    const auto span = layout.span(own.size());
    std::byte* bytes = memory_ != nullptr && span ? memory_->bytes(*span) : nullptr;
    if (bytes == nullptr) {
      status_ = MPI_ERR_NO_MEM;
      has_memory_ = false;
      return;
    }
    result_ = at(moved(bytes, layout.address_in_span(own.size())), -own.first);
  }

  void scatter(const Shared& shared) {
    status_ = communicator_.group()->scatter(
        {.input = input_, .result = result_, .count = elements_, .so_far = status_}, of_vectors_,
        shared.lanes);
  }
  void gather(const Shared& shared) {
    status_ = communicator_.group()->gather(
        {.result = result_, .count = elements_, .so_far = status_}, of_vectors_, shared.lanes,
        shared.root == Shared::everyone ? node::everyone : shared.root);
  }
  void exchange(const Part& part) {
    const node::Range own = call_.range_of(part.stage, elements_);
    const bool is_usual = elements_ == call_.description_.elements && has_memory_;
    const auto result =
        call_.keeps_part() && has_memory_ ? Shape::Result::given : Shape::Result::work_buffer;
    const std::optional<Prepared> other = is_usual ? std::nullopt : process().reserve.within([&] {
      return std::optional(call_.prepared_for(part, elements_, result));
    });
    const auto loan = process().workspaces.borrow();
    PointToPoint transport(communicator_.messages(), call_.operand_.datatype, part.stage.group);
    const Status own_status =
        execute(is_usual ? *part.prepared : *other,
                at(call_.scatter_ != nullptr ? result_ : input_, own.first), at(result_, own.first),
                {.transport = transport,
                 .arithmetic = shared_.arithmetic(),
                 .workspace = loan != nullptr ? *loan : communicator_.workspace(),
                 .queues = communicator_.queues(),
                 .no_memory = MPI_ERR_NO_MEM,
                 .so_far = status_});
    if (status_ == success) status_ = own_status;
  }

  const StagedCall& call_;
  Communicator& communicator_;
  SharedElements shared_;
  node::Elements of_vectors_;
  const void* input_;
  void* result_;
  std::int64_t elements_;
  WorkspacePool::Loan memory_ = nullptr;
  bool has_memory_ = true;
  Status status_;
};

int StagedCall::run(const node::Vectors& vectors, MPI_Op op, Communicator& communicator) const {
  return Run(*this, vectors, op, communicator).run();
}

}  // namespace allfold
