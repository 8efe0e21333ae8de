/// @file Reports, in their forms.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "command/report/account.hpp"

namespace allfold::command::report {

/// For people.
[[nodiscard]] std::string text_of(const Account& account, const std::vector<Run>& runs,
                                  const Measured& measured);
/// The same where there are measurements alone.
[[nodiscard]] std::string text_of(const Measured& measured);
/// What one must know to trust the ratios; "" if that is nothing.
[[nodiscard]] std::string caution_of(const Measured& measured);
/// A line for each class.
[[nodiscard]] std::string csv_of(const Account& account);
/// A line for each point.
[[nodiscard]] std::string csv_of(const Measured& measured);
enum class JsonStyle : std::uint8_t { for_people, compact };

/// All of it; without runs what the measurements say.
[[nodiscard]] std::string json_of(const Account& account, const std::vector<Run>& runs,
                                  const Measured& measured,
                                  JsonStyle style = JsonStyle::for_people);

/// A page for browsers that needs no other file, and carries the report as JSON.
[[nodiscard]] std::string html_of(const std::string& json);

}  // namespace allfold::command::report
