/// @file A profile as JSON: docs/reference/profile.schema.json describes it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "profile/profile.hpp"

namespace allfold::profile {

enum class Style : std::uint8_t { for_people, compact };

[[nodiscard]] std::string text_of(const Profile& profile, Style style = Style::for_people);

/// Absent if the text is no profile; `problem` then tells why, as "problem: what was expected; what
/// to do".
[[nodiscard]] std::optional<Profile> parse(std::string_view text, std::string& problem);

}  // namespace allfold::profile
