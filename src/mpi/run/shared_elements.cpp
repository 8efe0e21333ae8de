#include "mpi/run/shared_elements.hpp"

#include "mpi/call/asked.hpp"
#include "mpi/state/process.hpp"

namespace allfold::mpi::run {

std::optional<SharedForm> shared_form_of(const call::Operand& operand, std::int64_t elements,
                                         std::int64_t result_bytes, schedule::Division division) {
  const bool is_plain = operand.loop != nullptr || operand.is_packed;
  const std::int64_t cache_bytes = state::process().environment().location.cache.bytes;
  // Inputs take as much cache as results.
  const bool is_long = cache_bytes > 0 && 2 * result_bytes > cache_bytes;
  using Results = node::Elements::Results;
  const SharedForm form{
      .stride = operand.loop != nullptr ? operand.layout.extent : operand.size,
      .form = is_plain ? SharedForm::Form::as_in_vectors : SharedForm::Form::packed,
      .results = is_long && is_plain && operand.layout.is_contiguous ? Results::past_caches
                                                                     : Results::cached,
      .division = division};
  if (division == schedule::Division::none &&
      elements * form.stride > schedule::most_bytes_of_whole)
    return std::nullopt;
  if (form.stride > node::most_element_bytes) return std::nullopt;
  return form;
}

namespace {

/// Calls `f(buffer, datatype)` with a buffer that is not null and a datatype that is displaced
/// accordingly. MPICH refuses to pack from or unpack to a null address, although MPI_BOTTOM is
/// null.
template <class F>
int by_address_of_its_own(void* buffer, MPI_Datatype datatype, F f) {
  if (buffer != nullptr) return f(buffer, datatype);
  const MPI_Aint distance = 64;  // a multiple of the alignment of all types
  const MPI_Aint back = -distance;
  MPI_Datatype displaced = MPI_DATATYPE_NULL;
  int code = PMPI_Type_create_hindexed_block(1, 1, &back, datatype, &displaced);
  if (code != MPI_SUCCESS) return code;
  code = PMPI_Type_commit(&displaced);
  if (code == MPI_SUCCESS) code = f(exec::moved(buffer, distance), displaced);
  PMPI_Type_free(&displaced);
  return code;
}

}  // namespace

exec::Status SharedElements::Packer::pack(void* shared, const void* own, std::int64_t elements) {
  return by_address_of_its_own(const_cast<void*>(own), datatype_, [&](void* from, auto datatype) {
    int position = 0;
    return PMPI_Pack(from, static_cast<int>(elements), datatype, shared, bytes(elements), &position,
                     MPI_COMM_SELF);
  });
}

exec::Status SharedElements::Packer::unpack(void* own, const void* shared, std::int64_t elements) {
  return by_address_of_its_own(own, datatype_, [&](void* to, auto datatype) {
    int position = 0;
    return PMPI_Unpack(shared, bytes(elements), &position, to, static_cast<int>(elements), datatype,
                       MPI_COMM_SELF);
  });
}

SharedElements::SharedElements(const call::Description& call, const call::Operand& operand,
                               const SharedForm& form, node::Elements::Risk risk, Context& context)
    : arithmetic_(call.op, operand.datatype, operand.layout, operand.loop, context.channel.space(),
                  context.copies, context.thrown, form.division),
      packer_(operand.datatype, form.stride),
      elements_{.arithmetic = arithmetic_,
                .loop = messages::loops_take_time && operand.loop != nullptr ? operand.loop->reduce
                                                                             : nullptr,
                .packing = form.form == SharedForm::Form::packed ? &packer_ : nullptr,
                .workspace = context.workspace,
                .layout = operand.layout,
                .stride = form.stride,
                .risk = risk,
                .results = form.results,
                .kind = risk == node::Elements::Risk::none && operand.layout.is_contiguous
                            ? node::Elements::Kind::plain
                            : node::Elements::Kind::any,
                .division = form.division,
                .order = operand.order,
                .no_memory = MPI_ERR_NO_MEM,
                .others_failed = MPI_ERR_OTHER,
                .mismatched = MPI_ERR_TRUNCATE,
                .asked = node::signature_of(call::asked_by(call, operand))} {}

node::Elements SharedElements::without_vectors() const {
  node::Elements elements = elements_;
  elements.packing = &nothing_;
  elements.results = node::Elements::Results::cached;
  return elements;
}

}  // namespace allfold::mpi::run
