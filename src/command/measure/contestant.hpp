/// @file Contestants: an implementation with what it is to use, on a communicator of its own.
#pragma once

#include <mpi.h>

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "command/measure/implementation.hpp"
#include "command/measure/native_algorithm.hpp"
#include "command/measure/setup.hpp"

namespace allfold::command::measure {

/// A communicator's duplicate, freed in the end.
class Duplicate {
 public:
  explicit Duplicate(MPI_Comm comm) { MPI_Comm_dup(comm, &comm_); }
  ~Duplicate() {
    if (comm_ != MPI_COMM_NULL) MPI_Comm_free(&comm_);
  }
  Duplicate(Duplicate&& other) noexcept : comm_(std::exchange(other.comm_, MPI_COMM_NULL)) {}
  Duplicate& operator=(Duplicate&& other) noexcept {
    std::swap(comm_, other.comm_);
    return *this;
  }
  [[nodiscard]] MPI_Comm get() const { return comm_; }

 private:
  MPI_Comm comm_ = MPI_COMM_NULL;
};

/// While it lives, Allfold sets up communicators with the algorithm for these collectives; with
/// `auto` as the environment has it, with "rules:VALUE" as it chooses with that ALLFOLD_RULES.
/// Throws UsageError where Allfold does not know it.
class Configured {
 public:
  Configured(const std::string& algorithm, std::span<const schedule::Collective> collectives);
  ~Configured();
  Configured(const Configured&) = delete;
  Configured& operator=(const Configured&) = delete;

 private:
  void set(const char* variable, const std::string& value);

  std::vector<const char*> variables_;
};

/// Calls are observed for a profile as long as it lives, on communicators that are first used
/// meanwhile. It is not written.
class Profiled {
 public:
  Profiled();
  ~Profiled();
  Profiled(const Profiled&) = delete;
  Profiled& operator=(const Profiled&) = delete;
};

/// Communicators keep what was set while they were made, so contestants can take turns.
struct Contestant {
  std::string name;       ///< "native", "ring", "Allfold"
  std::string algorithm;  ///< of Allfold's, as it was asked for; else ""
  Implementation calls;
  Duplicate comm;
};

/// What the MPI library uses in a match: "ring (coll_tuned_allreduce_algorithm 4)", "as it chooses".
[[nodiscard]] std::string native_text(const Match& match);

/// The MPI library by the algorithm, or as it chooses. Collective, as is the next; throws
/// UsageError, on all ranks, where the library does not take the algorithm.
[[nodiscard]] Contestant native_contestant(MPI_Comm comm, const NativeAlgorithm* algorithm);

/// Allfold by the algorithm, as ALLFOLD_ALLREDUCE names it, or by "rules:VALUE", for these
/// collectives.
[[nodiscard]] Contestant allfold_contestant(MPI_Comm comm, const std::string& algorithm,
                                            std::span<const schedule::Collective> collectives);

/// All who compete for one collective.
struct Contest {
  Contestant native;
  std::vector<Contestant> allfold;  ///< one, or more that differ in what they are to use
  std::vector<Contestant> others;   ///< more of the MPI library's algorithms
};

/// Collective; throws as the contestants do.
[[nodiscard]] Contest contest_of(const Setup& setup, const Match& match, MPI_Comm comm);

}  // namespace allfold::command::measure
