/// @file Untuned: what serves where there are no rules.
#pragma once

#include <functional>

#include "select/network.hpp"
#include "select/rules.hpp"

namespace allfold {

/// What would serve the problem that was measured.
using Untuned = std::function<RuledKernel(const Measurement& point)>;

/// On machines that such a network is between. What was found is kept.
[[nodiscard]] Untuned untuned_on(Network network);

}  // namespace allfold
