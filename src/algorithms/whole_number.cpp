#include "algorithms/whole_number.hpp"

#include <charconv>
#include <numeric>

#include "algorithms/powers.hpp"

namespace allfold::algorithms {

std::vector<int> up_to(int largest) {
  std::vector<int> all(static_cast<std::size_t>(largest) + 1);
  std::iota(all.begin(), all.end(), 0);
  return all;
}

std::vector<int> ends_and_middle(std::vector<int> values) {
  if (values.size() <= 3) return values;
  return {values.front(), values[values.size() / 2], values.back()};
}

std::string read_number(int& number, std::string_view text) {
  int value = -1;
  const char* const end = text.data() + text.size();
  const auto [last, failure] = std::from_chars(text.data(), end, value);
  if (failure != std::errc{} || last != end || value < 0)
    return "expected a whole number of 0 or more";
  number = value;
  return "";
}

std::string read_power(int& number, std::string_view text) {
  constexpr int most = 4096;
  int value = 0;
  if (!read_number(value, text).empty() || value > most || value < 1 || !is_power(value))
    return "expected a power of two from 1 to 4096";
  number = value;
  return "";
}

}  // namespace allfold::algorithms
