/// @file Exchange: what messages between ranks take, measured.
#pragma once

#include <functional>

#include "command/tune/job.hpp"
#include "cost/model.hpp"

namespace allfold::command::tune {

/// The calls that make a sample: few of those that take long.
[[nodiscard]] int calls_for(int bytes);
/// The median of several samples, after one that does not count.
[[nodiscard]] double median_of_samples(const std::function<double()>& sample);

/// The longest messages that kernels send here: longer ones are cut.
[[nodiscard]] int longest_message(const Job& job);

/// Seconds until a rank that sends so many bytes to each of the others, all at once, has theirs.
/// Collective.
[[nodiscard]] double exchange(int bytes, int longest, MPI_Comm comm);
/// The alpha and beta of exchanges of several lengths. Collective.
[[nodiscard]] allfold::cost::LinkCost link_of(MPI_Comm comm, int longest);

/// Runs `work(subset)` on a subset of the job; the others sleep.
void on_subset(const Job& job, bool belongs, const std::function<void(MPI_Comm)>& work);

}  // namespace allfold::command::tune
