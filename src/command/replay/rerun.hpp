/// @file Rerun: repeats a saved call and judges the result.
#pragma once

#include <string>

#include "command/measure/contestant.hpp"
#include "command/replay/scene.hpp"
#include "comparison/judgement.hpp"

namespace allfold::command::replay {

/// A result, judged against the reference.
struct Entry {
  std::string name = {};
  std::string value = {};  ///< of the element that mismatched in the saved call
  comparison::Judgement at_element = {};
  comparison::Judgement worst = {};  ///< on the rank with the worst result
  /// Whether the result is further from the reference than any order of the operands explains.
  [[nodiscard]] bool is_wrong() const;
};

/// Judges a result from the file; on rank 0.
[[nodiscard]] Entry saved_entry(const Scene& scene, const std::string& name, const void* result);

/// Collective. Makes the call with a contestant. Rank 0 returns the judgement over all ranks.
[[nodiscard]] Entry rerun(const Scene& scene, const measure::Contestant& contestant,
                          const std::string& name);

}  // namespace allfold::command::replay
