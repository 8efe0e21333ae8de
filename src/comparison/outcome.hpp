/// @file Outcome: what a comparison comes to, as the last lines of its report have it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace allfold::comparison {

struct Outcome {
  std::uint64_t calls = 0;  ///< that were compared
  std::uint64_t mismatches = 0;
  std::uint64_t by_program = 0;   ///< of the calls: with operations of the program
  std::uint64_t unexplained = 0;  ///< of these: differ by more than reordering can explain
};

/// Lines that end in '\n'.
[[nodiscard]] std::string text_of(const Outcome& outcome);

/// The sum of the outcomes in reports; absent if there is none.
[[nodiscard]] std::optional<Outcome> outcome_in(std::string_view reports);

}  // namespace allfold::comparison
