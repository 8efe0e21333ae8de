/// @file The output formats of a report.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "command/report/account.hpp"

namespace allfold::command::report {

/// The text for a terminal.
[[nodiscard]] std::string text_of(const Account& account, const std::vector<Run>& runs,
                                  const Measured& measured);
/// The same from measurements only.
[[nodiscard]] std::string text_of(const Measured& measured);
/// A warning about the reliability of the ratios; "" if there is none.
[[nodiscard]] std::string caution_of(const Measured& measured);
/// CSV with a line per class of calls.
[[nodiscard]] std::string csv_of(const Account& account);
/// CSV with a line per measured point.
[[nodiscard]] std::string csv_of(const Measured& measured);
enum class JsonStyle : std::uint8_t { for_people, compact };

/// The whole report as JSON; without runs, the measurements only.
[[nodiscard]] std::string json_of(const Account& account, const std::vector<Run>& runs,
                                  const Measured& measured,
                                  JsonStyle style = JsonStyle::for_people);

/// A self-contained HTML page that carries the report as JSON.
[[nodiscard]] std::string html_of(const std::string& json);

}  // namespace allfold::command::report
