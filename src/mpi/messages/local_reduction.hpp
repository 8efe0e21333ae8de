/// @file Local reductions and copies: by Allfold's loops, or by the MPI library.
#pragma once

#include <mpi.h>

#include <exception>
#include <optional>

#include "exec/interfaces.hpp"
#include "exec/layout.hpp"
#include "exec/workspace.hpp"
#include "mpi/messages/point_to_point.hpp"
#include "ops/loops.hpp"
#include "schedule/blocks.hpp"

namespace allfold::mpi::messages {

/// For elements of one datatype, and an operation that is valid for it.
class LocalReduction final : public exec::Arithmetic {
 public:
  /// `loop` reduces such elements; if it is null, the MPI library does. In `space` the rank may
  /// send messages to itself. `copies` is memory for operands that the operation may write to. With
  /// a `division` of none, the operation gets each vector as a whole.
  ///
  /// An exception of a user-defined operation is reported as a failure. The first one is stored in
  /// `thrown`, and the caller rethrows it when no other rank waits for this one any more. Until
  /// then the operation is not called again.
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
  /// inout = in ∘ inout, on a copy of `in`: a user-defined operation may write to `in`, which other
  /// ranks may read.
  exec::Status reduce_from_copy(const void* in, void* inout, std::int64_t elements);
  /// Memory for copies of `elements` elements; empty if there is none.
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
  std::int64_t most_at_once_;  ///< maximum number of elements per copy
};

}  // namespace allfold::mpi::messages
