#include "mpi/messages/local_reduction.hpp"

#include <cxxabi.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <utility>

#include "mpi/native/predefined.hpp"
#include "system/copy.hpp"

namespace allfold::mpi::messages {

namespace {
// A copied operand should still be in the L1 cache when it is reduced.
constexpr std::int64_t chunk_bytes = 8192;
constexpr std::int64_t alignment = 64;
}  // namespace

LocalReduction::LocalReduction(MPI_Op op, MPI_Datatype datatype, const exec::Layout& layout,
                               const ops::Loop* loop, const MessageSpace& space,
                               exec::Workspace& copies, std::exception_ptr& thrown,
                               schedule::Division division)
    : op_(op),
      is_of_the_user_(loop == nullptr && native::find_predefined_op(op) == nullptr),
      datatype_(datatype),
      layout_(layout),
      loop_(loop),
      space_(space),
      copies_(copies),
      thrown_(thrown),
      most_at_once_(
          division == schedule::Division::none
              ? std::numeric_limits<std::int64_t>::max()
              : std::max<std::int64_t>(
                    chunk_bytes / std::max<std::int64_t>(std::abs(layout.extent), 1), 1)) {}

exec::Status LocalReduction::reduce(void* into, const void* left, const void* right,
                                    std::int64_t elements) {
  if (loop_ != nullptr) {
    loop_->reduce(into, left, right, static_cast<std::size_t>(elements));
    return exec::success;
  }
  // MPI_Reduce_local computes inout = in ∘ inout, so only the right operand can be overwritten in
  // place.
  if (into == left && into != right) return reduce_into_left(into, right, elements);
  if (into != right)
    if (const exec::Status status = copy(into, right, elements); status != exec::success)
      return status;
  // Without a communicator, elements with gaps are unpacked copies that only this rank uses.
  const bool is_shared = layout_.is_contiguous || space_.comm != MPI_COMM_NULL;
  return is_shared && is_of_the_user_ ? reduce_from_copy(left, into, elements)
                                      : reduce_local(left, into, elements);
}

exec::Status LocalReduction::reduce_local(const void* in, void* inout, std::int64_t elements) {
  // An exception that is caught and never rethrown would count as being handled forever.
  if (thrown_ != nullptr) return MPI_ERR_OTHER;
  try {
    return PMPI_Reduce_local(in, inout, static_cast<int>(elements), datatype_, op_);
  } catch (const abi::__forced_unwind&) {
    throw;  // the thread is being cancelled
  } catch (...) {
    // Exceptions of other languages cannot be stored.
    std::exception_ptr caught = std::current_exception();
    if (caught == nullptr) throw;
    if (thrown_ == nullptr) thrown_ = std::move(caught);
    return MPI_ERR_OTHER;
  }
}

std::optional<void*> LocalReduction::chunk_for(std::int64_t elements) const {
  const auto span = layout_.span(elements);
  std::byte* const memory = span ? copies_.bytes(*span + alignment) : nullptr;
  if (memory == nullptr) return std::nullopt;
  const auto first =
      reinterpret_cast<std::intptr_t>(memory) + layout_.address_in_span(elements) + alignment - 1;
  return reinterpret_cast<void*>(first - (first % alignment + alignment) % alignment);
}

exec::Status LocalReduction::reduce_into_left(void* left, const void* right,
                                              std::int64_t elements) {
  const std::int64_t at_once = std::clamp<std::int64_t>(elements, 1, most_at_once_);
  const std::optional<void*> room = chunk_for(at_once);
  if (!room) return MPI_ERR_NO_MEM;
  void* const chunk = *room;
  for (std::int64_t begin = 0; begin < elements; begin += at_once) {
    const std::int64_t count = std::min(at_once, elements - begin);
    void* const l = exec::moved(left, begin * layout_.extent);
    exec::Status status = copy(chunk, exec::moved(right, begin * layout_.extent), count);
    if (status == exec::success) status = reduce_local(l, chunk, count);
    if (status == exec::success) status = copy(l, chunk, count);
    if (status != exec::success) return status;
  }
  return exec::success;
}

exec::Status LocalReduction::reduce_from_copy(const void* in, void* inout, std::int64_t elements) {
  const std::int64_t at_once = std::clamp<std::int64_t>(elements, 1, most_at_once_);
  const std::optional<void*> room = chunk_for(at_once);
  if (!room) return MPI_ERR_NO_MEM;
  void* const chunk = *room;
  for (std::int64_t begin = 0; begin < elements; begin += at_once) {
    const std::int64_t count = std::min(at_once, elements - begin);
    exec::Status status = copy(chunk, exec::moved(in, begin * layout_.extent), count);
    if (status == exec::success)
      status = reduce_local(chunk, exec::moved(inout, begin * layout_.extent), count);
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

}  // namespace allfold::mpi::messages
