/// @file Results of a reduction, and the deviation of two of them.
#pragma once

#include <vector>

#include "comparison/deviation.hpp"
#include "comparison/reference.hpp"

namespace allfold_test {

/// The deviation of two results, for inputs of one vector per rank.
template <class T>
allfold::comparison::Deviation compared(const allfold::comparison::Form& form,
                                        const std::vector<std::vector<T>>& inputs,
                                        const std::vector<T>& a, const std::vector<T>& b) {
  std::vector<const void*> vectors;
  for (const auto& input : inputs) vectors.push_back(input.data());
  const auto count = static_cast<std::int64_t>(a.size());
  const auto magnitudes = allfold::comparison::magnitudes_of_all(form, vectors, count);
  return allfold::comparison::deviation_of(form, static_cast<int>(inputs.size()), a.data(),
                                           b.data(), magnitudes.data(), count);
}

}  // namespace allfold_test
