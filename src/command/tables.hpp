/// @file The tables of the command, which are also used in the documentation.
#pragma once

#include <string>
#include <vector>

namespace allfold::command {

enum class TableStyle { terminal, markdown };

/// Formats rows with equal numbers of cells. The first row holds the names of the columns.
[[nodiscard]] std::string table(const std::vector<std::vector<std::string>>& rows,
                                TableStyle style);

/// The table of kernels, from the registry.
[[nodiscard]] std::string kernel_table(TableStyle style);
/// The kernels' parameters, and the kernels that take them.
[[nodiscard]] std::string parameter_table(TableStyle style);
/// The table of environment variables.
[[nodiscard]] std::string variable_table(TableStyle style);

}  // namespace allfold::command
