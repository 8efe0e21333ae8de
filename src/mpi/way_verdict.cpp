#include "mpi/way_verdict.hpp"

#include <algorithm>
#include <new>
#include <string>
#include <string_view>

#include "mpi/print.hpp"
#include "mpi/quiet_floating_point.hpp"
#include "mpi/way_name.hpp"
#include "text/format.hpp"
#include "text/size_class.hpp"

namespace allfold::mpi {

namespace {

std::string times_of(const node::Verdict& verdict) {
  std::string times;
  for (const node::Way way : node::all_ways) {
    const std::int64_t nanoseconds = verdict.nanoseconds[static_cast<std::size_t>(way)];
    if (nanoseconds != node::never)
      times += text::format("{}{} {:.1f} µs", times.empty() ? "" : ", ", name_of(way),
                            static_cast<double>(nanoseconds) * 1e-3);
  }
  return times;
}

}  // namespace

void say(const node::Verdict& verdict, int ranks) {
  const QuietFloatingPoint quiet;
  try {
    const bool is_allreduce = verdict.calls.results == node::CallClass::Results::of_all;
    say(text::format("{} on {} ranks, {}: way {} (tried: {}; first way: {}, by {})",
                     is_allreduce ? "MPI_Allreduce" : "MPI_Reduce", ranks,
                     text::size_class_name(verdict.calls.size + 1), name_of(verdict.way),
                     times_of(verdict), name_of(verdict.first.way), source_of(verdict.first)));
  } catch (const std::bad_alloc&) {
    // The report is lost.
  }
}

}  // namespace allfold::mpi
