/// @file Reports, in their forms.
#pragma once

#include <string>
#include <vector>

#include "command/report/account.hpp"

namespace allfold::command::report {

/// For people.
[[nodiscard]] std::string text_of(const Account& account, const std::vector<Run>& runs,
                                  const Measured& measured);
/// A line for each class.
[[nodiscard]] std::string csv_of(const Account& account);
/// All of it.
[[nodiscard]] std::string json_of(const Account& account, const std::vector<Run>& runs,
                                  const Measured& measured);

}  // namespace allfold::command::report
