/// @file Kernels with parameters, as users write them.
#pragma once

#include <string>
#include <string_view>

#include "algorithms/kernel.hpp"

namespace allfold::algorithms {

/// The parameters as the user writes them, for example ":halvings=2"; "" if all have their
/// defaults.
[[nodiscard]] std::string text_of(const Kernel& kernel, const Parameters& parameters);

/// A kernel with parameters, as the user names it: "ring", "elimination-overlapping:halvings=2".
struct NamedKernel {
  const Kernel* kernel = nullptr;
  Parameters parameters = {};
};

/// Reads "name[:parameter=value[,...]]". On failure `kernel` is null and `error` says what is
/// wrong, as "problem: expected". For an unknown name it also suggests `in_its_place`, which the
/// caller accepts as well, for example "auto or native".
[[nodiscard]] NamedKernel parse_kernel(std::string_view text, std::string& error,
                                       std::string_view in_its_place = "");

}  // namespace allfold::algorithms
