#include "schedule/collective.hpp"

#include <vector>

namespace allfold::schedule {

std::string expected_names(std::string_view other) {
  std::vector<std::string_view> words;
  words.reserve(collective_rows.size() + 1);
  for (const CollectiveRow& row : collective_rows) words.push_back(row.name);
  if (!other.empty()) words.push_back(other);
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) text += i + 1 == words.size() ? " or " : ", ";
    text += words[i];
  }
  return text;
}

}  // namespace allfold::schedule
