/// @file A map of the best algorithm by number of ranks and vector length, drawn with letters.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace allfold::command {

struct LetterMap {
  std::vector<int> ranks;                       ///< columns
  std::vector<std::int64_t> bytes;              ///< rows; the longest vectors are printed on top
  std::vector<std::vector<std::string>> names;  ///< by bytes, then by ranks; "": not known
  std::vector<std::string> legend;              ///< all names, in the order of the letters
};

/// The map with one letter per name, a dot where nothing is known, and a legend.
[[nodiscard]] std::string text_of(const LetterMap& map);

}  // namespace allfold::command
