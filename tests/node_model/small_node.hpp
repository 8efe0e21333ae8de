/// @file A node with simple numbers.
#pragma once

#include "node_model/node.hpp"

namespace allfold::testing {

/// Two sockets of two L3, each of two cores. A line takes 10 ns in an L3, 100 ns in a socket and
/// 200 ns between sockets; nothing else takes time if `Costs::of_latency`.
inline node_model::Node small_node() {
  node_model::Node node;
  node.name = "small";
  node.cores = {.all = 8, .of_socket = 4, .of_numa_node = 4, .of_l3 = 2, .of_die = 2, .threads = 1};
  node.latency = {.same_l3 = 10,
                  .same_socket = 100,
                  .other_socket = 200,
                  .memory = 150,
                  .again_out_of_l3 = 5,
                  .again_in_l3 = 2};
  node.in_flight = {.marks = 4,
                    .lines = 10,
                    .lines_in_l3 = 10,
                    .lines_written = 10,
                    .lines_of_memory = 10,
                    .vectors = 4};
  node.capacity = {.l2 = 64e3, .l3 = 1e6, .l3_announced = 1e6, .keeps_far_lines = true};
  node.bandwidth = {.l2 = 100,
                    .l3 = 100,
                    .out_of_die = 20,
                    .into_die = 40,
                    .fabric = 100,
                    .sockets = 10,
                    .memory = 20,
                    .reduce = 50,
                    .copy = 50};
  node.time = {.access = 1, .operation = 1, .pause = 4, .call = 50};
  return node;
}

}  // namespace allfold::testing
