/// @file Files in which the system describes itself, below /proc and /sys.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace allfold::mpi::machine {

/// The content of a system file, up to 8 KiB; "" if it cannot be read.
[[nodiscard]] std::string text_of_file(const std::string& name);

/// The names in a directory; empty if it cannot be read.
[[nodiscard]] std::vector<std::string> names_in(const char* path);

/// The value in the first line "LABEL: VALUE" of a system file, without the blanks around the colon;
/// "" if there is none.
[[nodiscard]] std::string labelled_value(const std::string& file, std::string_view label);

/// Removes the first line from a text, and returns it without its end.
std::string_view take_line(std::string_view& text);

/// Removes a number from the front of a text; 0 if there is none.
std::int64_t take_number(std::string_view& text);

}  // namespace allfold::mpi::machine
