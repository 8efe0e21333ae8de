#include "mpi/run/trial_result.hpp"

#include <algorithm>
#include <new>
#include <string>
#include <string_view>

#include "mpi/native/quiet_floating_point.hpp"
#include "mpi/setup/first_ways.hpp"
#include "mpi/user/print.hpp"
#include "text/format.hpp"
#include "text/size_class.hpp"

namespace allfold::mpi::run {

namespace {

std::string times_of(const node::TrialResult& result) {
  std::string times;
  for (const node::Way way : node::all_ways) {
    const std::int64_t nanoseconds = result.nanoseconds[static_cast<std::size_t>(way)];
    if (nanoseconds != trials::never)
      times += text::format("{}{} {:.1f} µs", times.empty() ? "" : ", ", setup::name_of(way),
                            static_cast<double>(nanoseconds) * 1e-3);
  }
  return times;
}

}  // namespace

void say(const node::TrialResult& result, int ranks) {
  const native::QuietFloatingPoint quiet;
  try {
    const auto* const row =
        std::ranges::find(schedule::collective_rows, result.calls.results,
                          [](const auto& each) { return setup::results_of(each.collective); });
    user::say(text::format("{} on {} ranks, {}: way {} (tried: {}; first way: {}, by {})",
                           row->function, ranks, text::size_class_name(result.calls.size + 1),
                           setup::name_of(result.way), times_of(result),
                           setup::name_of(result.first.way), setup::source_of(result.first)));
  } catch (const std::bad_alloc&) {
    // The report is lost.
  }
}

}  // namespace allfold::mpi::run
