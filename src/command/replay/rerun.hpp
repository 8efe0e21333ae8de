/// @file Rerun: repeats a saved call and compares the result.
#pragma once

#include <string>

#include "command/measure/contestant.hpp"
#include "command/replay/scene.hpp"
#include "comparison/deviation.hpp"

namespace allfold::command::replay {

/// A result, compared with the reference.
struct Entry {
  std::string name = {};
  std::string value = {};  ///< of the element that mismatched in the saved call
  comparison::Deviation at_element = {};
  comparison::Deviation worst = {};  ///< on the rank with the worst result
  /// Whether the result is further from the reference than any order of the operands explains.
  [[nodiscard]] bool is_wrong() const;
};

/// Compares a result from the file; on rank 0.
[[nodiscard]] Entry saved_entry(const Scene& scene, const std::string& name, const void* result);

/// Collective. Makes the call with a contestant. Rank 0 returns the deviation over all ranks.
[[nodiscard]] Entry rerun(const Scene& scene, const measure::Contestant& contestant,
                          const std::string& name);

}  // namespace allfold::command::replay
