/// @file The tables that the command prints, also into the documentation.
#pragma once

#include <string>
#include <vector>

namespace allfold::command {

enum class TableStyle { terminal, markdown };

/// Rows of as many cells each, the first of them the columns' names.
[[nodiscard]] std::string table(const std::vector<std::vector<std::string>>& rows,
                                TableStyle style);

/// The kernels, from the registry.
[[nodiscard]] std::string kernel_table(TableStyle style);
/// Their parameters, with what takes them.
[[nodiscard]] std::string parameter_table(TableStyle style);
/// The variables of the environment.
[[nodiscard]] std::string variable_table(TableStyle style);

}  // namespace allfold::command
