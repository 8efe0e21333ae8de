/// @file The tables that the command prints, also into the documentation.
#pragma once

#include <string>

namespace allfold {

enum class TableStyle { terminal, markdown };

/// The kernels, from the registry.
[[nodiscard]] std::string kernel_table(TableStyle style);
/// The variables of the environment.
[[nodiscard]] std::string variable_table(TableStyle style);

}  // namespace allfold
