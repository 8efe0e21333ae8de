/// @file Exchange: measures messages between ranks.
#pragma once

#include <functional>

#include "command/tune/job.hpp"
#include "cost/model.hpp"

namespace allfold::command::tune {

/// The number of calls in a sample: fewer for longer messages.
[[nodiscard]] int calls_for(int bytes);
/// The median of several samples, after a warm-up sample.
[[nodiscard]] double median_of_samples(const std::function<double()>& sample);

/// The longest message in bytes that kernels send here; longer ones are split.
[[nodiscard]] int longest_message(const Job& job);

/// Seconds from the start of an exchange, in which each rank sends `bytes` bytes to each other rank
/// at once, until a rank has received all of its messages. Collective.
[[nodiscard]] double exchange(int bytes, int longest, MPI_Comm comm);
/// The alpha and beta of a link, from exchanges of several lengths. Collective.
[[nodiscard]] allfold::cost::LinkCost link_of(MPI_Comm comm, int longest);

/// Runs `work(subset)` on the ranks that belong to the subset; the others sleep.
void on_subset(const Job& job, bool belongs, const std::function<void(MPI_Comm)>& work);

}  // namespace allfold::command::tune
