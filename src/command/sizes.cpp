#include "command/sizes.hpp"

#include <algorithm>
#include <charconv>
#include <limits>

#include "command/usage_error.hpp"
#include "text/format.hpp"

namespace allfold::command {

namespace {

constexpr std::int64_t kibi = 1024;

/// An error in one item of a list of sizes.
struct SizeError {
  std::string_view item;
  std::string_view why;
};

[[noreturn]] void fail(std::string_view item, std::string_view why) {
  throw SizeError{.item = item, .why = why};
}

std::int64_t unit_of(std::string_view suffix, std::string_view item) {
  if (suffix.empty() || suffix == "b" || suffix == "B") return 1;
  constexpr std::string_view letters = "kmgKMG";
  const std::size_t letter = letters.find(suffix[0]);
  const std::string_view rest = suffix.substr(1);
  if (letter == std::string_view::npos || !(rest.empty() || rest == "iB" || rest == "ib"))
    fail(item, "expected a unit of k, m or g");
  std::int64_t unit = 1;
  for (std::size_t power = 0; power <= letter % 3; ++power) unit *= kibi;
  return unit;
}

std::int64_t parse_size(std::string_view text, std::string_view item) {
  std::int64_t number = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (failure != std::errc{} || number < 0) fail(item, "expected a number of 0 or more");
  const std::int64_t unit = unit_of(text.substr(static_cast<std::size_t>(end - text.data())), item);
  if (number > std::numeric_limits<std::int64_t>::max() / unit)
    fail(item, "expected less than 2^63 bytes");
  return number * unit;
}

/// The parts of a text between separators.
std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (;;) {
    const std::size_t end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

void append_range(std::vector<std::int64_t>& sizes, std::string_view item) {
  const std::vector<std::string_view> parts = split(item, ':');
  if (parts.size() > 3) fail(item, "expected FROM:TO or FROM:TO:FACTOR");
  const std::int64_t from = parse_size(parts[0], item);
  const std::int64_t to = parse_size(parts[1], item);
  const std::int64_t factor = parts.size() == 3 ? parse_size(parts[2], item) : 2;
  if (from < 1 || to < from) fail(item, "expected an ascending range that starts at 1 or more");
  if (factor < 2) fail(item, "expected a factor of 2 or more");
  for (std::int64_t size = from; size < to; size *= factor) {
    sizes.push_back(size);
    if (size > to / factor) break;
  }
  sizes.push_back(to);
}

}  // namespace

std::vector<std::int64_t> parse_sizes(std::string_view text, std::string_view option) {
  std::vector<std::int64_t> sizes;
  try {
    for (const std::string_view item : split(text, ',')) {
      if (item.find(':') == std::string_view::npos)
        sizes.push_back(parse_size(item, item));
      else
        append_range(sizes, item);
    }
  } catch (const SizeError& error) {
    throw UsageError(
        text::format("{}: invalid size '{}': {}; write sizes in bytes, for example 8,2k,1m, or a "
                     "range, for example 8:4m",
                     option, error.item, error.why));
  }
  std::ranges::sort(sizes);
  sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
  return sizes;
}

std::string readable_bytes(std::int64_t bytes) {
  constexpr std::int64_t mebi = kibi * kibi;
  if (bytes >= mebi && bytes % mebi == 0) return text::format("{} MiB", bytes / mebi);
  if (bytes >= kibi && bytes % kibi == 0) return text::format("{} KiB", bytes / kibi);
  return text::format("{} B", bytes);
}

}  // namespace allfold::command
