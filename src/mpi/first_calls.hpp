/// @file First calls: those that the MPI library serves before a communicator is set up.
#pragma once

#include <mpi.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <string_view>

#include "schedule/schedule.hpp"
#include "select/configuration.hpp"

namespace allfold::mpi {

/// Programs make communicators of one rank for a call or two, whose results are copies whoever makes
/// them. To set one up, and to free what was set up, takes longer than these calls do.
class FirstCalls {
 public:
  /// On each communicator so many, if nothing else is told.
  static constexpr int most = 2;
  static constexpr std::string_view reason = "the first calls on a communicator of one rank";

  /// Whether the next call on `comm`, which has one rank and is not set up, is one of them. It counts.
  /// Never in reproducible mode, while calls are compared or learnt, or where the user says what serves
  /// them, or wants to hear of it.
  [[nodiscard]] bool take(MPI_Comm comm, schedule::Collective collective,
                          const select::Configuration& configuration);
  /// The communicator goes, and another one may get its handle.
  void forget(MPI_Comm comm);

 private:
  /// Of the latest communicators some are kept. What two threads count at the same time counts once:
  /// it does not matter.
  struct Counted {
    std::atomic<MPI_Comm> comm = {};
    std::atomic<int> calls = 0;
  };
  static constexpr std::size_t places = 16;
  [[nodiscard]] Counted& place(MPI_Comm comm);

  std::array<Counted, places> counted_;
};

}  // namespace allfold::mpi
