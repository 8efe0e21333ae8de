#include "command/ranks.hpp"

#include <algorithm>
#include <charconv>

#include "command/usage_error.hpp"
#include "text/format.hpp"

namespace allfold::command {

namespace {

int parse_rank_count(std::string_view text, int most, std::string_view option) {
  int number = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool is_whole = end == text.data() + text.size() && !text.empty();
  if (!is_whole || (failure != std::errc{} && failure != std::errc::result_out_of_range))
    throw UsageError(text::format(
        "{}: invalid number of ranks '{}': expected whole numbers, for example 12,13 or 2-16",
        option, text));
  if (failure == std::errc::result_out_of_range || number < 1 || number > most)
    throw UsageError(
        text::format("{}: invalid number of ranks {}: expected 1 to {}", option, text, most));
  return number;
}

}  // namespace

std::vector<int> parse_ranks(std::string_view text, int most, std::string_view option) {
  std::vector<int> numbers;
  for (bool more = true; more;) {
    const std::size_t comma = text.find(',');
    const std::string_view item = text.substr(0, comma);
    const std::size_t dash = item.find_first_of("-:");
    const int from = parse_rank_count(item.substr(0, dash), most, option);
    const int to = dash == std::string_view::npos
                       ? from
                       : parse_rank_count(item.substr(dash + 1), most, option);
    if (to < from)
      throw UsageError(
          text::format("{}: invalid range '{}': expected an ascending range; write {}{}{}", option,
                       item, to, item[dash], from));
    for (int p = from; p <= to; ++p) numbers.push_back(p);
    more = comma != std::string_view::npos;
    if (more) text.remove_prefix(comma + 1);
  }
  std::ranges::sort(numbers);
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  return numbers;
}

}  // namespace allfold::command
