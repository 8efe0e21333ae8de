#include "mpi/local_reduction.hpp"

#include <cxxabi.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>
#include <utility>

#include "system/copy.hpp"

namespace allfold::mpi {

namespace {
// A copied operand should still be in the first-level cache when it is reduced.
constexpr std::int64_t chunk_bytes = 8192;
constexpr std::int64_t alignment = 64;
}  // namespace

exec::Status LocalReduction::reduce(void* into, const void* left, const void* right,
                                    std::int64_t elements) {
  if (loop_ != nullptr) {
    loop_->reduce(into, left, right, static_cast<std::size_t>(elements));
    return exec::success;
  }
  // MPI computes inout = in ∘ inout: only the right operand can be overwritten in place.
  if (into == left && into != right) return reduce_into_left(into, right, elements);
  if (into != right)
    if (const exec::Status status = copy(into, right, elements); status != exec::success)
      return status;
  return reduce_local(left, into, elements);
}

exec::Status LocalReduction::reduce_local(const void* in, void* inout, std::int64_t elements) {
  try {
    return PMPI_Reduce_local(in, inout, static_cast<int>(elements), datatype_, op_);
  } catch (const abi::__forced_unwind&) {
    throw;  // the thread is being ended
  } catch (...) {
    // Another language's exceptions cannot be kept.
    std::exception_ptr caught = std::current_exception();
    if (caught == nullptr) throw;
    if (thrown_ == nullptr) thrown_ = std::move(caught);
    return MPI_ERR_OTHER;
  }
}

exec::Status LocalReduction::reduce_into_left(void* left, const void* right,
                                              std::int64_t elements) {
  const std::int64_t stride = std::max<std::int64_t>(std::abs(layout_.extent), 1);
  const std::int64_t at_once = std::clamp<std::int64_t>(chunk_bytes / stride, 1, elements);
  const auto span = layout_.span(at_once);
  if (!span) return MPI_ERR_NO_MEM;
  try {
    chunk_.resize(*span + 2 * alignment);
  } catch (const std::bad_alloc&) {
    return MPI_ERR_NO_MEM;
  }
  const auto first = reinterpret_cast<std::intptr_t>(chunk_.data()) +
                     layout_.address_in_span(at_once) + alignment - 1;
  void* chunk = reinterpret_cast<void*>(first - (first % alignment + alignment) % alignment);
  for (std::int64_t begin = 0; begin < elements; begin += at_once) {
    const std::int64_t count = std::min(at_once, elements - begin);
    const std::intptr_t offset = begin * layout_.extent;
    void* l = reinterpret_cast<void*>(reinterpret_cast<std::intptr_t>(left) + offset);
    const void* r = reinterpret_cast<const void*>(reinterpret_cast<std::intptr_t>(right) + offset);
    exec::Status status = copy(chunk, r, count);
    if (status == exec::success) status = reduce_local(l, chunk, count);
    if (status == exec::success) status = copy(l, chunk, count);
    if (status != exec::success) return status;
  }
  return exec::success;
}

exec::Status LocalReduction::copy(void* into, const void* from, std::int64_t elements) {
  if (layout_.is_contiguous) {
    system::copy(into, from, static_cast<std::size_t>(elements * layout_.extent));
    return exec::success;
  }
  if (loop_ != nullptr) {
    loop_->reduce_many(into, std::span(&from, 1), static_cast<std::size_t>(elements));
    return exec::success;
  }
  const int count = static_cast<int>(elements);
  return PMPI_Sendrecv(from, count, datatype_, space_.own_rank, space_.copy_tag, into, count,
                       datatype_, space_.own_rank, space_.copy_tag, space_.comm, MPI_STATUS_IGNORE);
}

}  // namespace allfold::mpi
