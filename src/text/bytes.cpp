#include "text/bytes.hpp"

#include <array>
#include <charconv>
#include <utility>

#include "text/format.hpp"

namespace allfold::text {

namespace {

constexpr std::array<std::pair<char, std::int64_t>, 3> units{
    {{'g', std::int64_t{1} << 30}, {'m', 1 << 20}, {'k', 1 << 10}}};

}  // namespace

std::optional<std::int64_t> bytes_of(std::string_view text) {
  constexpr std::int64_t most = std::int64_t{1} << 62;
  std::int64_t factor = 1;
  for (const auto& [letter, unit] : units)
    if (!text.empty() && text.back() == letter) factor = unit;
  if (factor != 1) text.remove_suffix(1);
  std::int64_t number = -1;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool is_number = error == std::errc{} && end == text.data() + text.size();
  if (!is_number || number < 0 || number > most / factor) return std::nullopt;
  return number * factor;
}

std::optional<std::int64_t> automatic_or_bytes_of(std::string_view text, std::int64_t automatic) {
  return text == "auto" ? automatic : bytes_of(text);
}

std::string text_of_bytes(std::int64_t bytes) {
  for (const auto& [letter, unit] : units)
    if (bytes != 0 && bytes % unit == 0) return text::format("{}{}", bytes / unit, letter);
  return std::to_string(bytes);
}

std::string text_of_automatic_or_bytes(std::int64_t bytes, std::int64_t automatic) {
  return bytes == automatic ? "auto" : text_of_bytes(bytes);
}

}  // namespace allfold::text
