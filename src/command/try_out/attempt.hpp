/// @file Attempt: one run of the program.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "command/report/time.hpp"
#include "command/try_out/process.hpp"

namespace allfold::command::try_out {

/// Which library serves the reductions of a run.
enum class ServedBy : std::uint8_t { native, allfold };

[[nodiscard]] constexpr std::string_view name_of(ServedBy by) {
  return by == ServedBy::native ? "native" : "allfold";
}

struct Attempt {
  ServedBy served_by = ServedBy::native;
  End end = {};
  std::optional<report::Run> profile = {};  ///< absent: no profile was written
  std::string profile_problem = {};         ///< why the profile could not be used, or ""
};

}  // namespace allfold::command::try_out
