#include "support/count_type.h"

#include <algorithm>

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

int reduce_scatter_block(const void* send, void* receive, std::int64_t count, MPI_Datatype datatype,
                         MPI_Op op, MPI_Comm comm) {
#ifdef ALLFOLD_HAS_64_BIT_COUNTS
  if (type == CountType::of_64_bits)
    return MPI_Reduce_scatter_block_c(send, receive, count, datatype, op, comm);
#endif
  return MPI_Reduce_scatter_block(send, receive, static_cast<int>(count), datatype, op, comm);
}

int reduce_scatter(const void* send, void* receive, const std::vector<std::int64_t>& counts,
                   MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
#ifdef ALLFOLD_HAS_64_BIT_COUNTS
  if (type == CountType::of_64_bits) {
    const std::vector<MPI_Count> list(counts.begin(), counts.end());
    return MPI_Reduce_scatter_c(send, receive, list.data(), datatype, op, comm);
  }
#endif
  std::vector<int> list(counts.size());
  std::ranges::transform(counts, list.begin(), [](auto count) { return static_cast<int>(count); });
  return MPI_Reduce_scatter(send, receive, list.data(), datatype, op, comm);
}

}  // namespace allfold_test
