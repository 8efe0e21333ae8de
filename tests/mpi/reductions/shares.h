// MPI_Reduce_scatter_block and MPI_Reduce_scatter: how ranks divide a vector among themselves.
#ifndef ALLFOLD_TESTS_MPI_REDUCTIONS_SHARES_H
#define ALLFOLD_TESTS_MPI_REDUCTIONS_SHARES_H

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <ostream>
#include <string>
#include <vector>

#include "support/count_type.h"

namespace allfold_test {

// The elements of each rank.
struct Shares {
  std::string name;
  std::vector<std::int64_t> counts;
  enum class Function { block, list } function = Function::list;

  std::size_t all() const {
    return static_cast<std::size_t>(std::accumulate(counts.begin(), counts.end(), std::int64_t{0}));
  }
  std::size_t start(int rank) const {
    return static_cast<std::size_t>(
        std::accumulate(counts.begin(), counts.begin() + rank, std::int64_t{0}));
  }
  std::size_t of(int rank) const {
    return static_cast<std::size_t>(counts[static_cast<std::size_t>(rank)]);
  }
};
inline std::ostream& operator<<(std::ostream& out, const Shares& shares) {
  return out << shares.name << ", " << shares.all() << " elements";
}

inline Shares equal_shares(int ranks, std::int64_t count, Shares::Function function) {
  return {.name = function == Shares::Function::block ? "block" : "equal counts",
          .counts = std::vector<std::int64_t>(static_cast<std::size_t>(ranks), count),
          .function = function};
}

// Shares of at most about `most` elements: equal ones, increasing ones with and without zeros, and
// one rank that wants all.
inline std::vector<Shares> shares_up_to(int ranks, std::int64_t most) {
  std::vector<Shares> all;
  all.push_back(equal_shares(ranks, most, Shares::Function::block));
  all.push_back(equal_shares(ranks, most, Shares::Function::list));
  Shares increasing{.name = "increasing counts", .counts = {}};
  Shares alternating{.name = "counts with zeros", .counts = {}};
  for (int rank = 0; rank < ranks; ++rank) {
    increasing.counts.push_back(most * rank / ranks);
    alternating.counts.push_back(rank % 2 == 0 ? 0 : most);
  }
  all.push_back(increasing);
  all.push_back(alternating);
  for (const int wants_all : {0, ranks / 2, ranks - 1}) {
    Shares of_one{.name = "all to rank " + std::to_string(wants_all),
                  .counts = std::vector<std::int64_t>(static_cast<std::size_t>(ranks), 0)};
    of_one.counts[static_cast<std::size_t>(wants_all)] = most;
    all.push_back(of_one);
  }
  return all;
}

// Calls the function of the shares.
inline int reduce_scatter(const Shares& shares, const void* send, void* receive,
                          MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
  return shares.function == Shares::Function::block
             ? reduce_scatter_block(send, receive, shares.counts[0], datatype, op, comm)
             : reduce_scatter(send, receive, shares.counts, datatype, op, comm);
}

}  // namespace allfold_test

#endif
