#include "support/count_type.h"

namespace allfold_test {
namespace {

CountType type = CountType::of_int;

}  // namespace

CountType count_type() { return type; }

bool set_count_type(std::string_view name) {
  if (name.empty() || name == "int") return true;
#ifdef ALLFOLD_HAS_64_BIT_COUNTS
  if (name == "64-bit") {
    type = CountType::of_64_bits;
    return true;
  }
#endif
  return false;
}

int allreduce(const void* send, void* receive, std::int64_t count, MPI_Datatype datatype, MPI_Op op,
              MPI_Comm comm) {
#ifdef ALLFOLD_HAS_64_BIT_COUNTS
  if (type == CountType::of_64_bits)
    return MPI_Allreduce_c(send, receive, count, datatype, op, comm);
#endif
  return MPI_Allreduce(send, receive, static_cast<int>(count), datatype, op, comm);
}

int reduce(const void* send, void* receive, std::int64_t count, MPI_Datatype datatype, MPI_Op op,
           int root, MPI_Comm comm) {
#ifdef ALLFOLD_HAS_64_BIT_COUNTS
  if (type == CountType::of_64_bits)
    return MPI_Reduce_c(send, receive, count, datatype, op, root, comm);
#endif
  return MPI_Reduce(send, receive, static_cast<int>(count), datatype, op, root, comm);
}

}  // namespace allfold_test
