/// @file A map in letters: what is best where, over numbers of ranks and lengths of vectors.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace allfold::command {

struct LetterMap {
  std::vector<int> ranks;                       ///< columns
  std::vector<std::int64_t> bytes;              ///< rows, the longest vectors on top
  std::vector<std::vector<std::string>> names;  ///< by bytes, then ranks; "": not known
  std::vector<std::string> legend;              ///< all names, in the order of the letters
};

/// A letter for each name, a dot where none is known, and which letter is which.
[[nodiscard]] std::string text_of(const LetterMap& map);

}  // namespace allfold::command
