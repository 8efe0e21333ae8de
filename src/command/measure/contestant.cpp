#include "command/measure/contestant.hpp"

#include <cstdlib>
#include <utility>

#include "allfold/allfold.h"
#include "command/usage_error.hpp"
#include "text/format.hpp"

namespace allfold::command::measure {

namespace {

/// Makes a call, because Allfold sets a communicator up at its first call.
void set_up(MPI_Comm comm) {
  int one = 1;
  int sum = 0;
  MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, comm);
}

}  // namespace

Configured::Configured(const std::string& algorithm,
                       std::span<const schedule::Collective> collectives) {
  if (algorithm == "auto") return;
  const std::string rules(rules_in(algorithm));
  if (!rules.empty()) set("ALLFOLD_RULES", rules);
  for (const schedule::Collective collective : collectives)
    set(schedule::row_of(collective).variable, rules.empty() ? algorithm : "auto");
}

void Configured::set(const char* variable, const std::string& value) {
  if (allfold_configure(variable, value.c_str()) != 0)
    throw UsageError(text::format("--algorithm: {}", allfold_error()));
  variables_.push_back(variable);
}

Configured::~Configured() {
  for (const char* variable : variables_) allfold_configure(variable, std::getenv(variable));
}

Profiled::Profiled() { allfold_configure("ALLFOLD_PROFILE", "/dev/null"); }

Profiled::~Profiled() { allfold_configure("ALLFOLD_PROFILE", std::getenv("ALLFOLD_PROFILE")); }

std::string native_text(const Match& match) {
  if (match.native != nullptr)
    return text::format("{} (coll_tuned_{}_algorithm {})", match.native->name,
                        schedule::name_of(match.collective), match.native->number);
  const auto by_user = forced_by_user(match.collective);
  return by_user ? text::format("as {} has it", *by_user) : "as it chooses";
}

Contestant native_contestant(MPI_Comm comm, const NativeAlgorithm* algorithm) {
  const Forced forced(algorithm);
  Contestant made{.name = algorithm == nullptr ? "native" : std::string(algorithm->name),
                  .algorithm = "",
                  .calls = native_implementation(),
                  .comm = Duplicate(comm)};
  int own = forced.is_taken() ? 1 : 0;
  int all = 0;
  made.calls.allreduce(&own, &all, 1, MPI_INT, MPI_MIN, comm);
  if (all == 0)
    throw UsageError(
        text::format("--native: Open MPI did not use {}: its component tuned is switched off, or "
                     "numbers its algorithms differently; use --native default",
                     native_text({.collective = algorithm->collective, .native = algorithm})));
  return made;
}

Contestant allfold_contestant(MPI_Comm comm, const std::string& algorithm,
                              std::span<const schedule::Collective> collectives) {
  const Configured configured(algorithm, collectives);
  Contestant made{.name = algorithm == "auto" ? "Allfold" : text::format("Allfold {}", algorithm),
                  .algorithm = algorithm,
                  .calls = allfold_implementation(),
                  .comm = Duplicate(comm)};
  set_up(made.comm.get());
  return made;
}

Contest contest_of(const Setup& setup, const Match& match, MPI_Comm comm) {
  Contest contest{.native = native_contestant(comm, match.native), .allfold = {}, .others = {}};
  contest.native.name = "native";
  const std::span<const schedule::Collective> collectives(&match.collective, 1);
  contest.allfold.push_back(allfold_contestant(comm, setup.algorithm, collectives));
  for (const std::string& also : match.also)
    contest.allfold.push_back(allfold_contestant(comm, also, collectives));
  for (const NativeAlgorithm* other : match.others) {
    contest.others.push_back(native_contestant(comm, other));
    // An algorithm may reject calls that it does not support.
    MPI_Comm_set_errhandler(contest.others.back().comm.get(), MPI_ERRORS_RETURN);
  }
  return contest;
}

}  // namespace allfold::command::measure
