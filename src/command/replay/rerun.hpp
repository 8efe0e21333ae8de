/// @file Rerun: a saved call, made again and judged.
#pragma once

#include <string>

#include "command/measure/contestant.hpp"
#include "command/replay/scene.hpp"
#include "comparison/judgement.hpp"

namespace allfold::command::replay {

/// A result beside the reference.
struct Entry {
  std::string name = {};
  std::string value = {};  ///< of the element that mismatched
  comparison::Judgement at_element = {};
  comparison::Judgement worst = {};  ///< on the rank where it is worst
  /// Further from the reference than any order of the operands explains.
  [[nodiscard]] bool is_wrong() const;
};

/// A result that lies in the file, on rank 0.
[[nodiscard]] Entry saved_entry(const Scene& scene, const std::string& name, const void* result);

/// Collective: makes the call by a contestant; on rank 0 what came out of it, on all ranks.
[[nodiscard]] Entry rerun(const Scene& scene, const measure::Contestant& contestant,
                          const std::string& name);

}  // namespace allfold::command::replay
