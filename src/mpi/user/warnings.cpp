#include "mpi/user/warnings.hpp"

#include <mpi.h>

#include <algorithm>
#include <utility>

#include "mpi/user/print.hpp"

namespace allfold::mpi::user {

void Warnings::note(std::vector<std::string> warnings) { all_ = std::move(warnings); }

WarningsNotice Warnings::notice() const {
  int rank = 0;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const bool are_said = are_said_.load(std::memory_order_relaxed);
  return {.state = are_said       ? WarningsNotice::said
                   : all_.empty() ? WarningsNotice::none
                                  : WarningsNotice::unsaid,
          .is_first = rank == 0 ? std::uint8_t{1} : std::uint8_t{0}};
}

void Warnings::settle(std::span<const WarningsNotice> notices, int rank) {
  const auto speaker = std::ranges::find(notices, WarningsNotice::unsaid, &WarningsNotice::state);
  const auto has = [&](auto member, auto value) {
    return std::ranges::find(notices, value, member) != notices.end();
  };
  if (speaker == notices.end() || !has(&WarningsNotice::is_first, 1)) return;
  const bool are_said_here = are_said_.exchange(true, std::memory_order_relaxed);
  if (are_said_here || has(&WarningsNotice::state, WarningsNotice::said) ||
      speaker - notices.begin() != rank)
    return;
  for (const std::string& warning : all_) say("warning: " + warning);
}

}  // namespace allfold::mpi::user
