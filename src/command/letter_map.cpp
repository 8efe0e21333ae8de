#include "command/letter_map.hpp"

#include <algorithm>

#include "command/sizes.hpp"
#include "text/format.hpp"

namespace allfold::command {

namespace {

/// A to Z, then a to z. Further places reuse the letters.
char letter_of(std::size_t place) {
  constexpr std::size_t letters = 26;
  place %= 2 * letters;
  return static_cast<char>(place < letters ? 'A' + static_cast<int>(place)
                                           : 'a' + static_cast<int>(place - letters));
}

char cell_of(const LetterMap& map, const std::string& name) {
  const auto found = std::ranges::find(map.legend, name);
  return found == map.legend.end()
             ? '.'
             : letter_of(static_cast<std::size_t>(found - map.legend.begin()));
}

}  // namespace

std::string text_of(const LetterMap& map) {
  std::string text;
  for (std::size_t row = map.bytes.size(); row-- > 0;) {
    text += text::format("{:>9} ", readable_bytes(map.bytes[row]));
    for (const std::string& name : map.names[row]) text += text::format("  {}", cell_of(map, name));
    text += '\n';
  }
  text += text::format("{:>9} ", "p");
  for (const int p : map.ranks) text += text::format("{:>3}", p);
  text += "\n\n";
  for (const std::string& name : map.legend)
    text += text::format("{} {}\n", cell_of(map, name), name);
  return text;
}

}  // namespace allfold::command
