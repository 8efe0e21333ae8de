/// @file Local reductions and copies: by our own loops, else through the MPI library.
#pragma once

#include <mpi.h>

#include <exception>
#include <optional>

#include "exec/interfaces.hpp"
#include "exec/layout.hpp"
#include "exec/workspace.hpp"
#include "mpi/point_to_point.hpp"
#include "ops/loops.hpp"
#include "schedule/blocks.hpp"

namespace allfold::mpi {

/// Elements of one datatype, reduced by one operation that is valid for it.
class LocalReduction final : public exec::Arithmetic {
 public:
  /// `loop` reduces such elements; null: the MPI library does. In `space` the rank may send to
  /// itself. An exception of the user's operation is a failure; the first is kept in `thrown`, for
  /// the caller to throw on when the other ranks no longer wait for this one: until then the
  /// operation is not called again. `copies` is memory for operands that the operation may write to. Of
  /// vectors that are not divided it gets all at once.
  LocalReduction(MPI_Op op, MPI_Datatype datatype, const exec::Layout& layout,
                 const ops::Loop* loop, const MessageSpace& space, exec::Workspace& copies,
                 std::exception_ptr& thrown, schedule::Division division);
  ~LocalReduction() override { copies_.trim(); }
  LocalReduction(const LocalReduction&) = delete;
  LocalReduction& operator=(const LocalReduction&) = delete;

  exec::Status reduce(void* into, const void* left, const void* right,
                      std::int64_t elements) override;
  exec::Status copy(void* into, const void* from, std::int64_t elements) override;

 private:
  exec::Status reduce_into_left(void* left, const void* right, std::int64_t elements);
  /// inout = in ∘ inout, of a copy of `in`: an operation of the user's may write to it, and others may
  /// read it.
  exec::Status reduce_from_copy(const void* in, void* inout, std::int64_t elements);
  /// Where so many elements can be copied to; none: there is no memory.
  [[nodiscard]] std::optional<void*> chunk_for(std::int64_t elements) const;
  /// inout = in ∘ inout, by the MPI library.
  exec::Status reduce_local(const void* in, void* inout, std::int64_t elements);

  MPI_Op op_;
  bool is_of_the_user_;
  MPI_Datatype datatype_;
  const exec::Layout& layout_;
  const ops::Loop* loop_;
  const MessageSpace& space_;
  exec::Workspace& copies_;
  std::exception_ptr& thrown_;
  std::int64_t most_at_once_;  ///< how many elements are copied at once, at the most
};

}  // namespace allfold::mpi
