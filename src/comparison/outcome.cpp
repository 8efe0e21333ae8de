#include "comparison/outcome.hpp"

#include <algorithm>
#include <charconv>

#include "text/format.hpp"

namespace allfold::comparison {

namespace {

constexpr std::string_view prefix = "allfold: comparison: ";
constexpr std::string_view none = "no call was compared";
constexpr std::string_view compared = " calls compared: ";
constexpr std::string_view of_operations = " calls with operations of the program compared: ";

/// Of calls with operations of the program's, which the table files under `by order`.
std::string text_of_programs_operations(std::uint64_t calls, std::uint64_t unexplained) {
  if (calls == 0) return "";
  return text::format("{}{}{}{} differ by more than reordering can explain{}\n", prefix, calls,
                      of_operations, unexplained,
                      unexplained == 0 ? ""
                                       : "; if such an operation treats the vector as one record, "
                                         "set ALLFOLD_USER_OPERATIONS=whole");
}

std::string text_of_all(std::uint64_t calls, std::uint64_t mismatches) {
  if (calls == 0) return std::string(none);
  if (mismatches == 0) return text::format("{}{}0 mismatches", calls, compared);
  return text::format(
      "{}{}{} MISMATCHES: in these, the native result or Allfold's is wrong; report them, and do "
      "not use Allfold for this program until they are explained",
      calls, compared, mismatches);
}

/// The number that the text begins with, and the text behind it.
std::optional<std::uint64_t> take_number(std::string_view& text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc()) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

/// Of a line, behind the prefix. Returns whether it is of an outcome.
bool add(std::string_view line, Outcome& outcome) {
  if (line.starts_with(none)) return true;
  const auto calls = take_number(line);
  if (!calls) return false;
  const bool is_of_operations = line.starts_with(of_operations);
  if (!is_of_operations && !line.starts_with(compared)) return false;
  line.remove_prefix(is_of_operations ? of_operations.size() : compared.size());
  const auto wrong = take_number(line);
  if (!wrong) return false;
  (is_of_operations ? outcome.by_program : outcome.calls) += *calls;
  (is_of_operations ? outcome.unexplained : outcome.mismatches) += *wrong;
  return true;
}

}  // namespace

std::string text_of(const Outcome& outcome) {
  return text_of_programs_operations(outcome.by_program, outcome.unexplained) +
         text::format("{}{}\n", prefix, text_of_all(outcome.calls, outcome.mismatches));
}

std::optional<Outcome> outcome_in(std::string_view reports) {
  Outcome outcome;
  bool is_any = false;
  while (!reports.empty()) {
    const std::string_view line = reports.substr(0, reports.find('\n'));
    if (line.starts_with(prefix) && add(line.substr(prefix.size()), outcome)) is_any = true;
    reports.remove_prefix(std::min(line.size() + 1, reports.size()));
  }
  return is_any ? std::optional(outcome) : std::nullopt;
}

}  // namespace allfold::comparison
