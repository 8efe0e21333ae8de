/// @file A profile as JSON, as docs/reference/profile.schema.json describes it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "profile/profile.hpp"

namespace allfold::profile {

enum class Style : std::uint8_t { for_people, compact };

[[nodiscard]] std::string text_of(const Profile& profile, Style style = Style::for_people);

/// Returns nothing if the text is not a valid profile, and sets `problem` to text of the form
/// "problem: what was expected; what to do".
[[nodiscard]] std::optional<Profile> parse(std::string_view text, std::string& problem);

}  // namespace allfold::profile
