/// @file Links: what vectors pass on their way between the caches and memories of a node.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "node_model/node.hpp"

namespace allfold::node_model {

/// Bytes that passed the slow links.
struct Traffic {
  std::int64_t between_sockets = 0;
  std::int64_t between_caches = 0;  ///< of different L3
  std::int64_t memory = 0;
};

/// Bytes pass a link one after the other.
class Links {
 public:
  explicit Links(const Node& node);

  /// A transfer to or from a core, which is ready at `clock`. Each function returns how many
  /// nanoseconds later all links on the way have passed it.
  struct Transfer {
    int core;
    double clock;
    double bytes;
  };
  double in_l3(const Transfer& transfer);
  double from_group(const Transfer& transfer, int group);
  /// From the memory of a socket.
  double from_memory(const Transfer& transfer, int socket);
  /// To the memory of a socket, past the caches.
  double to_memory(const Transfer& transfer, int socket);
  /// What a memory reads or writes because of stores in caches.
  double in_memory(const Transfer& transfer, int socket);

  Traffic traffic;

 private:
  class Link {
   public:
    explicit Link(double bandwidth) : bandwidth_(bandwidth) {}
    double pass(const Transfer& transfer) {
      free_at_ = std::max(free_at_, transfer.clock) + transfer.bytes / bandwidth_;
      return free_at_ - transfer.clock;
    }

   private:
    double bandwidth_;
    double free_at_ = 0;
  };
  using All = std::vector<Link>;
  static All links(int number, double bandwidth) {
    return {static_cast<std::size_t>(number), Link(bandwidth)};
  }
  static double pass(All& links, int number, const Transfer& transfer) {
    return links[static_cast<std::size_t>(number)].pass(transfer);
  }
  double between_sockets(const Transfer& transfer, int from);

  const Node& node_;
  All l3_;  ///< by group
  All out_of_die_, into_die_;
  All fabric_, out_of_socket_, into_socket_, memory_;  ///< by socket
};

}  // namespace allfold::node_model
