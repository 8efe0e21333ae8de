#include "mpi/call/vector_data.hpp"

#include <climits>
#include <cstring>

#include "mpi/native/predefined.hpp"

namespace allfold::mpi::call {

namespace {

comparison::Form form_of(const Arguments& call, const Operand& operand) {
  const native::PredefinedType* type = native::find_predefined_type(operand.datatype);
  const native::PredefinedOp* op = native::find_predefined_op(call.op);
  if (type == nullptr || !type->element)
    return comparison::form_of_bytes(static_cast<std::size_t>(operand.size));
  return op != nullptr && op->loop ? comparison::form_of(*op->loop, *type->element)
                                   : comparison::form_of_unknown(*type->element);
}

}  // namespace

VectorData::VectorData(const Arguments& call, std::int64_t elements, const Operand& operand,
                       MPI_Comm packing)
    : count_(elements),
      datatype_(call.datatype),
      layout_(operand.layout),
      packing_(packing),
      form_(form_of(call, operand)),
      is_plain_(form_.element || operand.layout.is_contiguous) {
  const auto bytes = static_cast<std::size_t>(count_) * form_.stride;
  if (is_plain_ || is_packed_in(bytes)) bytes_ = bytes;
}

bool VectorData::is_packed_in(std::size_t bytes) const {
  // MPI counts packed bytes by an int.
  if (bytes > INT_MAX || packing_ == MPI_COMM_NULL) return false;
  int most = 0;
  return PMPI_Pack_size(static_cast<int>(count_), datatype_, packing_, &most) == MPI_SUCCESS &&
         static_cast<std::size_t>(most) == bytes;
}

std::size_t VectorData::plain_bytes() const {
  if (count_ == 0) return 0;
  return static_cast<std::size_t>((count_ - 1) * layout_.extent + layout_.true_extent);
}

bool VectorData::save(std::byte* into, const void* vector) const {
  if (is_plain_) {
    std::memcpy(into, vector, plain_bytes());
    return true;
  }
  int position = 0;
  return PMPI_Pack(vector, static_cast<int>(count_), datatype_, into, static_cast<int>(*bytes_),
                   &position, packing_) == MPI_SUCCESS;
}

bool VectorData::restore(void* vector, const std::byte* from) const {
  if (is_plain_) {
    std::memcpy(vector, from, plain_bytes());
    return true;
  }
  int position = 0;
  return PMPI_Unpack(from, static_cast<int>(*bytes_), &position, vector, static_cast<int>(count_),
                     datatype_, packing_) == MPI_SUCCESS;
}

void VectorData::spoil(void* vector) const {
  // The content of gaps is the program's, and no call would write it again.
  if (!layout_.is_contiguous) return;
  auto* bytes = static_cast<unsigned char*>(vector);
  for (std::size_t i = 0; i < plain_bytes(); ++i) bytes[i] = static_cast<unsigned char>(~bytes[i]);
}

}  // namespace allfold::mpi::call
