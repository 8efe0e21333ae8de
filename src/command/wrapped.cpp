#include "command/wrapped.hpp"

#include <sstream>

#include "picture/width.hpp"

namespace allfold::command {

namespace {

constexpr std::size_t most_columns = 100;

}  // namespace

std::string wrapped(const std::string& text, std::size_t column) {
  std::string result;
  std::istringstream words(text);
  std::size_t at = column;
  for (std::string word; words >> word;) {
    const std::size_t width = picture::width_of(word);
    if (at > column && at + 1 + width > most_columns) {
      result += '\n' + std::string(column, ' ');
      at = column;
    }
    if (at > column) {
      result += ' ';
      ++at;
    }
    result += word;
    at += width;
  }
  return result;
}

}  // namespace allfold::command
