#include "rules/segment_length.hpp"

#include <charconv>

#include "text/format.hpp"

namespace allfold::rules {

std::string set_segment(std::int64_t& bytes, std::string_view value) {
  if (value == "auto") {
    bytes = segment_by_transport;
    return "";
  }
  std::string_view digits = value;
  std::int64_t unit = 1;
  if (!digits.empty() && (digits.back() == 'k' || digits.back() == 'm')) {
    unit = digits.back() == 'k' ? 1 << 10 : 1 << 20;
    digits.remove_suffix(1);
  }
  constexpr std::int64_t least = 1024;
  constexpr std::int64_t most = 1 << 30;
  std::int64_t number = -1;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  const bool is_number = error == std::errc{} && end == digits.data() + digits.size();
  if (!is_number || number > most || number * unit > most || (number != 0 && number * unit < least))
    return text::format(
        "invalid length of segments '{}': expected auto, 0 for none, or bytes from 1k to 1024m, "
        "for example 64k",
        value);
  bytes = number * unit;
  return "";
}

std::string text_of_segment(std::int64_t bytes) {
  if (bytes == segment_by_transport) return "auto";
  for (const auto& [unit, letter] : {std::pair{1 << 20, 'm'}, std::pair{1 << 10, 'k'}})
    if (bytes != 0 && bytes % unit == 0) return text::format("{}{}", bytes / unit, letter);
  return std::to_string(bytes);
}

}  // namespace allfold::rules
