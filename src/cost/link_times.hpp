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

/// When a link carries messages, in seconds. It is never idle while one waits for it, whichever is
/// looked at first.
class BusyTimes {
 public:
  /// Takes the first `length` seconds that are free from `begin` on, and returns when they are over.
  double take(double begin, double length);

 private:
  struct Interval {
    double begin;
    double end;
  };
  std::vector<Interval> intervals_;  // in order, apart from each other
};

/// The links of ranks and nodes, and those between nodes, on each of several machines, which have
/// the same nodes, switches, groups and tori.
class LinkTimes {
 public:
  LinkTimes(std::span<const CostModel> models, const std::vector<program::Program>& programs);

  /// Whether messages between these ranks take links at all.
  [[nodiscard]] bool connect(int from, int to) const { return node_of(from) != node_of(to); }
  /// The message to pass next, between ranks of two nodes: a send of its sender's program, of which
  /// `number` sends come before.
  void look_at(int from, int to, std::size_t number);
  /// Whether a rank has several links of its own.
  [[nodiscard]] bool are_of_torus() const { return routes_.are_on_torus(); }
  /// How many links more it takes than those of which the model's alpha is.
  [[nodiscard]] double links_beyond_alpha() const {
    return static_cast<double>(links_) - alpha_links_;
  }
  struct Passed {
    double left;     ///< when its sender's own link is free again
    double arrived;  ///< when its last byte has come, in a network without latency
  };
  /// Lets it pass, of `bytes` bytes, on one of the machines.
  Passed pass(std::size_t machine, double begin, double bytes);

 private:
  /// Those of Routes, and that of a rank to its node.
  static constexpr std::size_t kinds = Routes::kinds + 1;
  static constexpr std::size_t of_rank = Routes::kinds;
  struct Link {
    std::size_t kind;
    std::size_t place;
    double sharers;
  };
  /// The round of a send and, of the messages that its rank sends in that, its place.
  using Moment = std::uint64_t;
  static std::vector<Moment> moments_of_sends(const program::Program& program);

  [[nodiscard]] std::uint32_t node_of(int rank) const {
    return static_cast<std::uint32_t>(rank / ranks_per_node_);
  }
  [[nodiscard]] static bool is_shared(const Link& link) {
    return link.kind != of_rank && link.kind != static_cast<std::size_t>(Routes::Kind::torus);
  }
  void find_way(int from, int to);
  void add(std::size_t kind, std::uint64_t number);

  Routes routes_;
  int ranks_per_node_;
  std::vector<std::array<double, kinds>> seconds_a_byte_;  // by machine; infinite: not known
  double alpha_links_;
  std::array<std::unordered_map<std::uint64_t, std::size_t>, kinds> places_;
  std::vector<std::vector<Moment>> moments_;                  // of each rank's sends
  std::vector<std::unordered_map<Moment, LinkUsers>> users_;  // of a link
  std::vector<BusyTimes> times_;  // of a link on all machines, and so on
  // Of the message that is looked at.
  std::vector<Link> way_;
  int links_ = 0;
};

}  // namespace allfold::cost
