/// @file Untuned: what serves where there are no rules.
#pragma once

#include <functional>

#include "rules/rules.hpp"
#include "select/network.hpp"

namespace allfold::select {

/// What would serve the problem that was measured.
using Untuned = std::function<rules::RuledKernel(const rules::Measurement& point)>;

/// On nodes that such a network joins. What was found is kept.
[[nodiscard]] Untuned untuned_on(Network network);

}  // namespace allfold::select
