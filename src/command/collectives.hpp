/// @file Collectives: the option that names one or several of them.
#pragma once

#include <string_view>
#include <vector>

#include "command/usage_error.hpp"
#include "schedule/collective.hpp"
#include "text/format.hpp"

namespace allfold::command {

inline constexpr std::string_view names_of_collectives =
    "allreduce, reduce, both of these, reduce_scatter or all";

/// The collectives that `--collective` names. Throws UsageError if it names none.
[[nodiscard]] inline std::vector<schedule::Collective> parse_collectives(std::string_view name) {
  if (name == schedule::name_of_all)
    return {schedule::all_collectives.begin(), schedule::all_collectives.end()};
  if (name == "both") return {schedule::Collective::allreduce, schedule::Collective::reduce};
  if (const auto one = schedule::find_collective(name)) return {*one};
  throw UsageError(text::format("--collective: unknown collective '{}': expected {}", name,
                                names_of_collectives));
}

}  // namespace allfold::command
