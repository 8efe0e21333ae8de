/// @file First calls: calls that the MPI library serves before a communicator is set up.
#pragma once

#include <mpi.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <string_view>

#include "schedule/collective.hpp"
#include "select/configuration.hpp"

namespace allfold::mpi::state {

/// Programs make communicators of one rank for one or two calls, whose results are plain copies.
/// Setting up and freeing their state takes longer than these calls.
class FirstCalls {
 public:
  /// Number of such calls on each communicator.
  static constexpr int most = 2;
  static constexpr std::string_view reason = "the first calls on a communicator of one rank";

  /// Counts the next call on `comm`, which has one rank and is not set up, and returns whether it
  /// is one of the first calls. Always false in reproducible mode, if calls are compared or tuned,
  /// and if the user has chosen an algorithm or wants it reported.
  [[nodiscard]] bool take(MPI_Comm comm, schedule::Collective collective,
                          const select::Configuration& configuration);
  /// Called when a communicator is freed, since another one may get the same handle.
  void forget(MPI_Comm comm);

 private:
  /// A small cache of the latest communicators. Two simultaneous calls of different threads may be
  /// counted as one, which does no harm.
  struct Counted {
    std::atomic<MPI_Comm> comm = {};
    std::atomic<int> calls = 0;
  };
  static constexpr std::size_t buckets = 16;
  [[nodiscard]] Counted& bucket(MPI_Comm comm);

  std::array<Counted, buckets> counted_;
};

}  // namespace allfold::mpi::state
