/// @file Contestants: an implementation and its settings, on a communicator of its own.
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

/// A duplicate of a communicator, freed by the destructor.
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

/// While an object of this class exists, Allfold sets up communicators with this algorithm for
/// these collectives. "auto" means the setting of the environment, "rules:VALUE" the choice with
/// ALLFOLD_RULES=VALUE. Throws UsageError if Allfold does not know the algorithm.
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

/// While an object of this class exists, Allfold records a profile of calls on communicators that
/// are first used meanwhile. The profile is not written to a file.
class Profiled {
 public:
  Profiled();
  ~Profiled();
  Profiled(const Profiled&) = delete;
  Profiled& operator=(const Profiled&) = delete;
};

/// A communicator keeps the settings under which it was made, so contestants can be measured in
/// turns.
struct Contestant {
  std::string name;       ///< "native", "ring", "Allfold"
  std::string algorithm;  ///< of Allfold, as asked for; otherwise ""
  Implementation calls;
  Duplicate comm;
};

/// The algorithm of native calls in a match: "ring (coll_tuned_allreduce_algorithm 4)", "as it chooses".
[[nodiscard]] std::string native_text(const Match& match);

/// The MPI library with this algorithm, or with its own choice if null. Collective. Throws
/// UsageError on all ranks if the library does not accept the algorithm.
[[nodiscard]] Contestant native_contestant(MPI_Comm comm, const NativeAlgorithm* algorithm);

/// Allfold with this algorithm for these collectives. It is named as in ALLFOLD_ALLREDUCE, or
/// "rules:VALUE". Collective; throws UsageError like Configured.
[[nodiscard]] Contestant allfold_contestant(MPI_Comm comm, const std::string& algorithm,
                                            std::span<const schedule::Collective> collectives);

/// All contestants of one collective.
struct Contest {
  Contestant native;
  std::vector<Contestant> allfold;  ///< one, or several with different settings
  std::vector<Contestant> others;   ///< further algorithms of the MPI library
};

/// Collective. Throws the exceptions of native_contestant() and allfold_contestant().
[[nodiscard]] Contest contest_of(const Setup& setup, const Match& match, MPI_Comm comm);

}  // namespace allfold::command::measure
