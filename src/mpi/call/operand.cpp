#include "mpi/call/operand.hpp"

#include <optional>

#include "mpi/native/errors_returned.hpp"
#include "mpi/native/predefined.hpp"
#include "mpi/state/process.hpp"

namespace allfold::mpi::call {

namespace {

/// Replaces a type of MPI_Type_create_f90_* by its predefined counterpart of the same size.
MPI_Datatype without_f90(MPI_Datatype datatype, std::int64_t size) {
  int integers_used = 0;
  int addresses = 0;
  int datatypes = 0;
  int combiner = 0;
  PMPI_Type_get_envelope(datatype, &integers_used, &addresses, &datatypes, &combiner);
  const auto first_of_size = [&](std::initializer_list<MPI_Datatype> types) {
    for (MPI_Datatype type : types)
      if (type != MPI_DATATYPE_NULL && native::size_of(type) == size) return type;
    return datatype;
  };
  switch (combiner) {
    case MPI_COMBINER_F90_INTEGER:
      return first_of_size({MPI_INTEGER1, MPI_INTEGER2, MPI_INTEGER4, MPI_INTEGER8});
    case MPI_COMBINER_F90_REAL: return first_of_size({MPI_REAL4, MPI_REAL8, MPI_REAL16});
    case MPI_COMBINER_F90_COMPLEX:
      return first_of_size({MPI_COMPLEX8, MPI_COMPLEX16, MPI_COMPLEX32});
    default: return datatype;
  }
}

/// Whether the MPI library accepts the type in a send, which it does not if the type is
/// uncommitted. It is asked on a communicator whose errors are returned, by a send to
/// MPI_PROC_NULL. MPICH checks types only if the count is at least one, and also checks the address
/// of the buffer, which it does not read.
bool can_be_sent(MPI_Datatype datatype) {
  const char buffer = 0;
  const auto is_sent_on = [&](MPI_Comm comm) {
    return PMPI_Send(&buffer, 1, datatype, MPI_PROC_NULL, 0, comm) == MPI_SUCCESS;
  };
  if (MPI_Comm self = state::process().channels.self(); self != MPI_COMM_NULL)
    return is_sent_on(self);
  // This rank has no communicator left for this, but other ranks may have one, and all must come to
  // the same result.
  const native::ErrorsReturned errors(MPI_COMM_SELF);
  return is_sent_on(MPI_COMM_SELF);
}

/// Whether the handle has to be freed.
bool is_made_by_user(MPI_Datatype datatype) {
  int integers = 0;
  int addresses = 0;
  int datatypes = 0;
  int combiner = 0;
  PMPI_Type_get_envelope(datatype, &integers, &addresses, &datatypes, &combiner);
  return combiner != MPI_COMBINER_NAMED && combiner != MPI_COMBINER_F90_INTEGER &&
         combiner != MPI_COMBINER_F90_REAL && combiner != MPI_COMBINER_F90_COMPLEX;
}

/// Whether elements have the same layout in memory and in packed form: their parts in the order of
/// the type map. Only the type's constructor tells whether the parts are in another order.
bool is_packed(MPI_Datatype datatype) {
  if (const native::PredefinedType* type = native::find_predefined_type(datatype))
    return type->layout.is_contiguous;
  int integers = 0;
  int addresses = 0;
  int datatypes = 0;
  int combiner = 0;
  PMPI_Type_get_envelope(datatype, &integers, &addresses, &datatypes, &combiner);
  if (combiner != MPI_COMBINER_CONTIGUOUS && combiner != MPI_COMBINER_DUP) return false;
  int integer = 0;
  MPI_Aint no_address = 0;
  MPI_Datatype of = MPI_DATATYPE_NULL;
  PMPI_Type_get_contents(datatype, integers, addresses, datatypes, &integer, &no_address, &of);
  const bool is = is_packed(of);
  if (is_made_by_user(of)) PMPI_Type_free(&of);
  return is;
}

/// The order of a user-defined operation; empty if the handle is not valid.
std::optional<schedule::OperandOrder> order_of(MPI_Op op) {
  int commutes = 0;
  if (PMPI_Op_commutative(op, &commutes) != MPI_SUCCESS) return std::nullopt;
  return commutes != 0 ? schedule::OperandOrder::any : schedule::OperandOrder::rank_order;
}

Operand not_served(std::string_view reason) {
  Operand operand;
  operand.native_reason = reason;
  return operand;
}

}  // namespace

Operand operand_of(MPI_Datatype datatype, MPI_Op op) {
  const native::PredefinedOp* operation = native::find_predefined_op(op);
  const native::PredefinedType* type = native::find_predefined_type(datatype);
  if (type == nullptr) {
    if (!can_be_sent(datatype)) return not_served("the datatype is not valid");
    type = native::find_predefined_type(without_f90(datatype, native::size_of(datatype)));
  }
  if (operation != nullptr && type == nullptr)
    return not_served("a predefined operation on a user-defined type");
  if (operation != nullptr && !operation->is_defined_for(type->family))
    return not_served("the operation is not defined for the type");

  Operand operand;
  operand.has_predefined_type = type != nullptr && type->datatype == datatype;
  if (operation == nullptr) {
    const auto order = order_of(op);
    if (!order) return not_served("the operation is not valid");
    operand.operation = select::Operations::of_the_user;
    operand.order = *order;
  }
  // A user-defined function is called with the user's own handle.
  operand.datatype = operation == nullptr || type == nullptr ? datatype : type->datatype;
  operand.size = type != nullptr ? type->size : native::size_of(datatype);
  operand.layout = type != nullptr ? type->layout : native::layout_of(datatype, operand.size);
  if (operation != nullptr && type->element)
    operand.loop = ops::find_loop(*operation->loop, *type->element);
  operand.is_packed = operation == nullptr && is_packed(datatype);
  if (operand.size == 0) return not_served("a datatype of size 0");
  return operand;
}

bool is_still(const Operand& operand, MPI_Datatype datatype, MPI_Op op) {
  if (operand.is_predefined()) return true;
  // For a user-defined operation, only its validity and its order matter.
  return operand.has_predefined_type ? order_of(op) == operand.order
                                     : operand_of(datatype, op) == operand;
}

}  // namespace allfold::mpi::call
