/// @file The generators of all kernels, and their cost formulas; the registry's rows name them.
#pragma once

#include "algorithms/kernel.hpp"

namespace allfold::algorithms {

Plan binary_tree(const Task& task);
Plan binary_tree_f(const Task& task);
Claim binary_tree_claim(const Task& task);

Plan recursive_doubling(const Task& task);
Claim recursive_doubling_claim(const Task& task);

Plan halving_doubling(const Task& task);
Claim halving_doubling_claim(const Task& task);

Plan binary_blocks(const Task& task);
Claim binary_blocks_claim(const Task& task);

Plan ring(const Task& task);
Plan ring_ordered(const Task& task);
Claim ring_claim(const Task& task);
std::int64_t ring_least_bytes(const Task& task, schedule::Pace pace);
Claim ring_ordered_claim(const Task& task);

Plan node(const Task& task);
Claim node_claim(const Task& task);

Plan lanes(const Task& task);
Claim lanes_claim(const Task& task);
Bracketing lanes_bracketing(const Task& task);
int lanes_work_vectors(const Task& task);

Plan circulant(const Task& task);
Claim circulant_claim(const Task& task);

Plan elimination_overlapping(const Task& task);
Plan elimination_non_overlapping(const Task& task);
Claim elimination_claim(const Task& task);

Plan butterfly(const Task& task);
Claim butterfly_claim(const Task& task);

Plan small_ring(const Task& task);
Claim small_ring_claim(const Task& task);
Bracketing small_ring_bracketing(const Task& task);
int small_ring_work_vectors(const Task& task);
bool small_ring_rows(const Task& task);

Plan recursive_multiplying(const Task& task);
Claim recursive_multiplying_claim(const Task& task);
Bracketing recursive_multiplying_bracketing(const Task& task);
int recursive_multiplying_work_vectors(const Task& task);
bool recursive_multiplying_rows(const Task& task);

Plan bruck(const Task& task);
Claim bruck_claim(const Task& task);
int bruck_work_vectors(const Task& task);
bool bruck_rows(const Task& task);

Plan direct(const Task& task);
Claim direct_claim(const Task& task);
int direct_work_vectors(const Task& task);

Plan composed(const Task& task);
Claim composed_claim(const Task& task);
Bracketing composed_bracketing(const Task& task);
int composed_work_vectors(const Task& task);
bool composed_rows(const Task& task);

Plan postal_tree(const Task& task);
Claim postal_tree_claim(const Task& task);
int postal_tree_work_vectors(const Task& task);

Plan fibonacci_tree(const Task& task);
Claim fibonacci_tree_claim(const Task& task);

Plan dual_root(const Task& task);
Claim dual_root_claim(const Task& task);

Plan two_tree(const Task& task);
Claim two_tree_claim(const Task& task);
std::int64_t two_tree_least_bytes(const Task& task, schedule::Pace pace);
std::int64_t composed_least_bytes(const Task& task, schedule::Pace pace);
std::int64_t composed_most_bytes(const Task& task);

Plan balanced_trees_plan(const Task& task);
Claim balanced_trees_claim(const Task& task);

Plan bucket(const Task& task);
Claim bucket_claim(const Task& task);

Plan tree_2d(const Task& task);
Claim tree_2d_claim(const Task& task);
Plan balanced_trees_2d(const Task& task);
Claim balanced_trees_2d_claim(const Task& task);
Plan bucket_2d(const Task& task);
Claim bucket_2d_claim(const Task& task);

Plan mesh_adaptive(const Task& task);
Claim mesh_adaptive_claim(const Task& task);
Bracketing mesh_adaptive_bracketing(const Task& task);

}  // namespace allfold::algorithms
