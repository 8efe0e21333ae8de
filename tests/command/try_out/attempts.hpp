/// @file Invented runs of a program, as inputs of tests.
#pragma once

#include <string>
#include <vector>

#include "command/try_out/attempt.hpp"

namespace allfold::command::try_out {

/// Calls of one class, of 1 KiB by default, on four ranks.
struct Calls {
  int calls = 1000;
  double rest = 0;     ///< seconds per rank, without waiting
  double waiting = 0;  ///< seconds per rank
  std::string algorithm = "node";
  std::string reason = "all ranks share the memory of one node";
  int size_class = 11;
};

inline constexpr int ranks = 4;

inline void add(profile::Profile& profile, const Calls& calls) {
  const profile::ClassKey key{.communicator = {.name = "MPI_COMM_WORLD", .ranks = ranks},
                              .kind = {.size_class = calls.size_class,
                                       .operation = "MPI_SUM",
                                       .type = "MPI_DOUBLE",
                                       .algorithm = calls.algorithm,
                                       .reason = calls.reason}};
  const double all = calls.rest + calls.waiting;
  profile.classes[key].add({.calls = static_cast<std::uint64_t>(calls.calls),
                            .bytes = static_cast<std::uint64_t>(calls.calls) * 1024,
                            .ranks = ranks,
                            .seconds = {.sum = ranks * all, .max = all},
                            .known_seconds = ranks * all,
                            .sampled_calls = static_cast<std::uint64_t>(calls.calls) * ranks,
                            .waiting = {.sum = ranks * calls.waiting, .max = calls.waiting},
                            .rest = {.sum = ranks * calls.rest, .max = calls.rest}});
}

/// A run of this many seconds, all of them between MPI_Init and MPI_Finalize.
inline Attempt run_of(ServedBy by, double seconds, const std::vector<Calls>& classes) {
  profile::Profile profile{.program = "solver",
                           .mpi = "Open MPI v4.1.4",
                           .mode = by == ServedBy::native ? "native" : "auto",
                           .ranks = ranks,
                           .ranks_observed = ranks,
                           .run = {.sum = ranks * seconds, .max = seconds}};
  for (const Calls& calls : classes) add(profile, calls);
  return {.served_by = by,
          .end = {.how = End::How::exited, .seconds = seconds},
          .profile = report::Run{.file = "", .profile = profile}};
}

/// Three runs with each library, whose times differ by 0.1 %.
inline std::vector<Attempt> three_each(double native, const std::vector<Calls>& natively,
                                       double allfold, const std::vector<Calls>& served) {
  std::vector<Attempt> attempts;
  for (const double factor : {1.0, 1.001, 1.002}) {
    attempts.push_back(run_of(ServedBy::native, native * factor, natively));
    attempts.push_back(run_of(ServedBy::allfold, allfold * factor, served));
  }
  return attempts;
}

inline Attempt failed(ServedBy by, int status) {
  return {.served_by = by, .end = {.how = End::How::exited, .status = status, .seconds = 1}};
}

}  // namespace allfold::command::try_out
