#include "command/bench/contestant.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <utility>

#include "allfold/allfold.h"
#include "command/bench/report.hpp"
#include "command/usage_error.hpp"

namespace allfold::bench {

namespace {

const char* variable_of(Collective collective) {
  return collective == Collective::allreduce ? "ALLFOLD_ALLREDUCE" : "ALLFOLD_REDUCE";
}

/// Allfold sets a communicator up at its first call.
void set_up(MPI_Comm comm) {
  int one = 1;
  int sum = 0;
  MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, comm);
}

}  // namespace

Configured::Configured(const std::string& algorithm, std::span<const Collective> collectives) {
  if (algorithm == "auto") return;
  for (const Collective collective : collectives) {
    if (allfold_configure(variable_of(collective), algorithm.c_str()) != 0)
      throw UsageError(fmt::format("--algorithm: {}", allfold_error()));
    collectives_.push_back(collective);
  }
}

Configured::~Configured() {
  for (const Collective collective : collectives_)
    allfold_configure(variable_of(collective), std::getenv(variable_of(collective)));
}

Contestant native_contestant(MPI_Comm comm, const NativeAlgorithm* algorithm) {
  const Forced forced(algorithm);
  Contestant made{.name = algorithm == nullptr ? "native" : std::string(algorithm->name),
                  .calls = native_contender(),
                  .comm = Duplicate(comm)};
  int own = forced.is_taken() ? 1 : 0;
  int all = 0;
  made.calls.allreduce(&own, &all, 1, MPI_INT, MPI_MIN, comm);
  if (all == 0)
    throw UsageError(fmt::format(
        "--native: Open MPI did not take {} (its component tuned is switched off, or numbers it "
        "otherwise) use --native default",
        native_text({.collective = algorithm->collective, .native = algorithm})));
  return made;
}

Contestant allfold_contestant(MPI_Comm comm, const std::string& algorithm,
                              std::span<const Collective> collectives) {
  const Configured configured(algorithm, collectives);
  Contestant made{.name = algorithm == "auto" ? "Allfold" : fmt::format("Allfold {}", algorithm),
                  .calls = allfold_contender(),
                  .comm = Duplicate(comm)};
  set_up(made.comm.get());
  return made;
}

}  // namespace allfold::bench
