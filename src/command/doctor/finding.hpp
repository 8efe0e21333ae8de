/// @file A finding of `allfold doctor`.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace allfold::command::doctor {

struct Finding {
  enum class Level : std::uint8_t { ok, note, problem };
  Level level = Level::ok;
  std::string_view subject;  ///< what was checked: "library", "launcher", ...
  std::string text;
  std::string remedy = {};  ///< what to do, or ""
};

using Findings = std::vector<Finding>;

[[nodiscard]] constexpr std::string_view name_of(Finding::Level level) {
  if (level == Finding::Level::ok) return "ok";
  return level == Finding::Level::note ? "note" : "problem";
}

}  // namespace allfold::command::doctor
