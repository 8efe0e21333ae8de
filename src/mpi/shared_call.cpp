#include "mpi/shared_call.hpp"

#include "mpi/communicator.hpp"

namespace allfold {

std::optional<SharedForm> shared_form_of(const Operand& operand, std::int64_t result_bytes) {
  const bool is_plain = operand.loop != nullptr || operand.is_packed;
  const std::int64_t cache_bytes = process().place().cache.bytes;
  // As much as of results goes through the caches of inputs.
  const bool is_long = cache_bytes > 0 && 2 * result_bytes > cache_bytes;
  using Results = node::Elements::Results;
  const SharedForm form{
      .stride = operand.loop != nullptr ? operand.layout.extent : operand.size,
      .form = is_plain ? SharedForm::Form::as_in_vectors : SharedForm::Form::packed,
      .results = is_long && is_plain && operand.layout.is_contiguous ? Results::past_caches
                                                                     : Results::cached};
  if (form.stride > node::most_element_bytes) return std::nullopt;
  return form;
}

Status SharedElements::Packer::pack(void* shared, const void* own, std::int64_t elements) {
  int position = 0;
  return PMPI_Pack(own, static_cast<int>(elements), datatype_, shared, bytes(elements), &position,
                   MPI_COMM_SELF);
}

Status SharedElements::Packer::unpack(void* own, const void* shared, std::int64_t elements) {
  int position = 0;
  return PMPI_Unpack(shared, bytes(elements), &position, own, static_cast<int>(elements), datatype_,
                     MPI_COMM_SELF);
}

// Where messages are exchanged, too, these may fail.
SharedElements::SharedElements(MPI_Op op, const Operand& operand, const SharedForm& form,
                               MPI_Comm comm, Communicator& communicator)
    : arithmetic_(op, operand.datatype, operand.layout, operand.loop, comm, communicator.rank()),
      packer_(operand.datatype, form.stride),
      elements_{.arithmetic = arithmetic_,
                .packing = form.form == SharedForm::Form::packed ? &packer_ : nullptr,
                .workspace = communicator.workspace(),
                .layout = operand.layout,
                .stride = form.stride,
                .risk = operand.loop != nullptr && comm == MPI_COMM_NULL
                            ? node::Elements::Risk::none
                            : node::Elements::Risk::may_fail,
                .results = form.results,
                .no_memory = MPI_ERR_NO_MEM,
                .others_failed = MPI_ERR_OTHER} {}

int run_in_shared_memory(const Arguments& call, Binding binding, const node::Elements& elements,
                         node::Group& group) {
  const node::Vectors vectors{.input = binding == Binding::in_place ? call.receive : call.send,
                              .result = call.receive,
                              .count = call.count};
  return call.collective == Collective::allreduce ? group.allreduce(vectors, elements)
                                                  : group.reduce(vectors, elements, call.root);
}

}  // namespace allfold
