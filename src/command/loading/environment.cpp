#include "command/loading/environment.hpp"

#include <unistd.h>

#include <algorithm>
#include <string_view>

namespace allfold::command::loading {

std::vector<std::string> environment_with(std::span<const std::string> settings,
                                          std::span<const std::string> unset) {
  std::vector<std::string> all(settings.begin(), settings.end());
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view text(*entry);
    const std::string_view name = text.substr(0, text.find('='));
    const bool is_set = std::ranges::any_of(settings, [&](std::string_view setting) {
      return setting.substr(0, setting.find('=')) == name;
    });
    const bool is_unset =
        std::ranges::any_of(unset, [&](std::string_view other) { return other == name; });
    if (!is_set && !is_unset) all.emplace_back(text);
  }
  return all;
}

std::vector<char*> pointers_to(std::vector<std::string>& words) {
  std::vector<char*> pointers;
  pointers.reserve(words.size() + 1);
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  return pointers;
}

}  // namespace allfold::command::loading
