/// @file The generators of all kernels, and their cost formulas; the registry's rows name them.
#pragma once

#include "algorithms/kernel.hpp"

namespace allfold {

Plan binary_tree(const Task& task);
Plan binary_tree_f(const Task& task);
std::optional<Claim> binary_tree_claim(const Task& task);

Plan recursive_doubling(const Task& task);
std::optional<Claim> recursive_doubling_claim(const Task& task);

Plan halving_doubling(const Task& task);
std::optional<Claim> halving_doubling_claim(const Task& task);

Plan binary_blocks(const Task& task);
std::optional<Claim> binary_blocks_claim(const Task& task);

Plan ring(const Task& task);
Plan ring_ordered(const Task& task);
std::optional<Claim> ring_claim(const Task& task);

Plan elimination_overlapping(const Task& task);
Plan elimination_non_overlapping(const Task& task);
std::optional<Claim> elimination_claim(const Task& task);

Plan balanced_trees_plan(const Task& task);
std::optional<Claim> balanced_trees_claim(const Task& task);

Plan bucket(const Task& task);
std::optional<Claim> bucket_claim(const Task& task);

Plan tree_2d(const Task& task);
std::optional<Claim> tree_2d_claim(const Task& task);
Plan balanced_trees_2d(const Task& task);
std::optional<Claim> balanced_trees_2d_claim(const Task& task);
Plan bucket_2d(const Task& task);
std::optional<Claim> bucket_2d_claim(const Task& task);

Plan mesh_adaptive(const Task& task);
std::optional<Claim> mesh_adaptive_claim(const Task& task);

}  // namespace allfold
