/// @file Untuned: what is chosen without rules.
#pragma once

#include <functional>

#include "rules/rules.hpp"
#include "select/network.hpp"

namespace allfold::select {

/// Returns what would be chosen, without rules, for the problem that was measured.
using Untuned = std::function<rules::RuledKernel(const rules::Measurement& point)>;

/// For nodes on such a network. Choices are cached.
[[nodiscard]] Untuned untuned_on(Network network);

}  // namespace allfold::select
