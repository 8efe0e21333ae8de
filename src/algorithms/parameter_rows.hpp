/// @file The parameters that kernels take, as rows of data: for each kernel those that it reads.
#pragma once

#include <array>

#include "algorithms/kernel.hpp"

namespace allfold::algorithms::parameter {

/// The number of rounds that halve the vector.
extern const std::array<Parameter, 1> halvings;
/// The same for circulant, where only a few values make a difference.
extern const std::array<Parameter, 1> circulant_halvings;
/// A composition.
extern const std::array<Parameter, 1> steps;
/// Lanes on each node, and a composition of the nodes.
extern const std::array<Parameter, 2> lanes;
/// The way of long vectors through shared memory.
extern const std::array<Parameter, 1> way;
/// Segments of a pipeline.
extern const std::array<Parameter, 1> segments;
/// The radix of exchanges: each round sends radix - 1 messages.
extern const std::array<Parameter, 1> radix;
/// The messages that a rank can receive within the latency of one.
extern const std::array<Parameter, 1> lambda;
/// The most vectors that a rank receives.
extern const std::array<Parameter, 1> children;
/// Rows of a grid.
extern const std::array<Parameter, 1> grid;
/// Rows of a grid, and the length of the strips in it.
extern const std::array<Parameter, 2> strips;

}  // namespace allfold::algorithms::parameter
