/// @file Link times: when the links of a network are busy, and when messages that pass them arrive.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "cost/link_users.hpp"
#include "cost/model.hpp"
#include "cost/routes.hpp"
#include "program/program.hpp"

namespace allfold::cost {

/// The times, in seconds, at which a link is busy. A link is never idle while a message waits for
/// it, in whatever order the messages are simulated.
class BusyTimes {
 public:
  /// Reserves the first `length` seconds that are free from `begin` on, and returns when they end.
  double take(double begin, double length);

 private:
  struct Interval {
    double begin;
    double end;
  };
  std::vector<Interval> intervals_;  // in ascending order, disjoint
};

/// The links of ranks and nodes, and those between nodes, on each of several machines that have the
/// same nodes, switches, groups and torus.
class LinkTimes {
 public:
  LinkTimes(std::span<const CostModel> models, const std::vector<program::Program>& programs);

  /// Whether messages between these ranks use links.
  [[nodiscard]] bool connect(int from, int to) const { return node_of(from) != node_of(to); }
  /// Selects the message that pass() simulates next, between ranks of two nodes: the send of rank
  /// `from` that has `number` sends before it in the program.
  void look_at(int from, int to, std::size_t number);
  /// Whether nodes are in a torus, so that a rank has several links of its own.
  [[nodiscard]] bool are_of_torus() const { return routes_.are_on_torus(); }
  /// The number of links of the selected message beyond those that the model's alpha includes.
  [[nodiscard]] double links_beyond_alpha() const {
    return static_cast<double>(links_) - alpha_links_;
  }
  struct Passed {
    double left;     ///< when the sender's own link is free again
    double arrived;  ///< when the last byte has arrived, without latency
  };
  /// Simulates the selected message, of `bytes` bytes from `begin` on, on one of the machines.
  Passed pass(std::size_t machine, double begin, double bytes);

 private:
  /// The kinds of Routes, and the link from a rank to its node.
  static constexpr std::size_t kinds = Routes::kinds + 1;
  static constexpr std::size_t of_rank = Routes::kinds;
  struct Link {
    std::size_t kind;
    std::size_t place;
    double sharers;
  };
  /// The round of a send, and the place of its message among those that the rank sends in the
  /// round.
  using Moment = std::uint64_t;
  static std::vector<Moment> moments_of_sends(const program::Program& program);

  [[nodiscard]] std::uint32_t node_of(int rank) const {
    return static_cast<std::uint32_t>(rank / ranks_per_node_);
  }
  [[nodiscard]] static bool is_shared(const Link& link) {
    return link.kind != of_rank && link.kind != static_cast<std::size_t>(Routes::Kind::torus);
  }
  void find_route(int from, int to);
  void add(std::size_t kind, std::uint64_t number);

  Routes routes_;
  int ranks_per_node_;
  std::vector<std::array<double, kinds>> seconds_a_byte_;  // by machine; infinite: not known
  double alpha_links_;
  std::array<std::unordered_map<std::uint64_t, std::size_t>, kinds> places_;
  std::vector<std::vector<Moment>> moments_;                  // of each rank's sends
  std::vector<std::unordered_map<Moment, LinkUsers>> users_;  // of a link
  std::vector<BusyTimes> times_;                              // by link, then by machine
  // The selected message.
  std::vector<Link> route_;
  int links_ = 0;
};

}  // namespace allfold::cost
