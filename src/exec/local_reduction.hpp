/// @file Local reductions and copies: by our own loops, else through the MPI library.
#pragma once

#include <mpi.h>

#include <vector>

#include "exec/interfaces.hpp"
#include "exec/layout.hpp"
#include "ops/loop.hpp"

namespace allfold {

/// Elements of one datatype, reduced by one operation that is valid for it.
class LocalReduction final : public Arithmetic {
 public:
  /// `loop` reduces such elements; null: the MPI library does. `comm` is a communicator of our own,
  /// on which rank `rank` may send to itself.
  LocalReduction(MPI_Op op, MPI_Datatype datatype, const Layout& layout, const Loop* loop,
                 MPI_Comm comm, int rank)
      : op_(op), datatype_(datatype), layout_(layout), loop_(loop), comm_(comm), rank_(rank) {}

  Status reduce(void* into, const void* left, const void* right, std::int64_t elements) override;
  Status copy(void* into, const void* from, std::int64_t elements) override;

 private:
  Status reduce_into_left(void* left, const void* right, std::int64_t elements);

  MPI_Op op_;
  MPI_Datatype datatype_;
  const Layout& layout_;
  const Loop* loop_;
  MPI_Comm comm_;
  int rank_;
  std::vector<std::byte> chunk_;
};

}  // namespace allfold
