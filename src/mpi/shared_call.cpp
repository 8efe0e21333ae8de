#include "mpi/shared_call.hpp"

#include "exec/local_reduction.hpp"
#include "mpi/communicator.hpp"
#include "mpi/service.hpp"

namespace allfold {

namespace {

/// By the MPI library, which knows the user's types.
class Packer final : public node::Packing {
 public:
  Packer(MPI_Datatype datatype, std::int64_t stride) : datatype_(datatype), stride_(stride) {}

  Status pack(void* shared, const void* own, std::int64_t elements) override {
    int position = 0;
    return PMPI_Pack(own, static_cast<int>(elements), datatype_, shared, bytes(elements), &position,
                     MPI_COMM_SELF);
  }
  Status unpack(void* own, const void* shared, std::int64_t elements) override {
    int position = 0;
    return PMPI_Unpack(shared, bytes(elements), &position, own, static_cast<int>(elements),
                       datatype_, MPI_COMM_SELF);
  }

 private:
  /// Of a part of the staging area, so this is far below the limit.
  [[nodiscard]] int bytes(std::int64_t elements) const {
    return static_cast<int>(elements * stride_);
  }

  MPI_Datatype datatype_;
  std::int64_t stride_;
};

}  // namespace

std::optional<SharedForm> shared_form_of(const Operand& operand, std::int64_t result_bytes) {
  const bool is_plain = operand.loop != nullptr || operand.is_packed;
  const std::int64_t cache_bytes = process().place().cache.bytes;
  const bool is_long = cache_bytes > 0 && result_bytes > cache_bytes;
  using Results = node::Elements::Results;
  const SharedForm form{
      .stride = operand.loop != nullptr ? operand.layout.extent : operand.size,
      .form = is_plain ? SharedForm::Form::as_in_vectors : SharedForm::Form::packed,
      .results = is_long && is_plain && operand.layout.is_contiguous ? Results::past_caches
                                                                     : Results::cached};
  if (form.stride > node::most_element_bytes) return std::nullopt;
  return form;
}

int run_in_shared_memory(const Arguments& call, Binding binding, const Service& service,
                         Communicator& communicator) {
  const Operand& operand = service.operand();
  const SharedForm& form = *service.shared_form();
  LocalReduction arithmetic(call.op, operand.datatype, operand.layout, operand.loop, MPI_COMM_NULL,
                            communicator.rank());
  Packer packer(operand.datatype, form.stride);
  using Risk = node::Elements::Risk;
  const node::Elements elements{
      .arithmetic = arithmetic,
      .packing = form.form == SharedForm::Form::packed ? &packer : nullptr,
      .workspace = communicator.workspace(),
      .layout = operand.layout,
      .stride = form.stride,
      .risk = operand.loop != nullptr ? Risk::none : Risk::may_fail,
      .results = form.results,
      .no_memory = MPI_ERR_NO_MEM,
      .others_failed = MPI_ERR_OTHER};
  const node::Vectors vectors{.input = binding == Binding::in_place ? call.receive : call.send,
                              .result = call.receive,
                              .count = call.count};
  node::Group& group = *communicator.group();
  return call.collective == Collective::allreduce ? group.allreduce(vectors, elements)
                                                  : group.reduce(vectors, elements, call.root);
}

}  // namespace allfold
