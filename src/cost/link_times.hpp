/// @file Link times: when the links of a network are busy, and when messages that pass them arrive.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

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
  /// A message between ranks of two nodes, which its sender sends as number `place` of its round.
  struct Message {
    int from;
    int to;
    std::int32_t round;
    std::int32_t place;
  };
  /// The one to pass next.
  void look_at(const Message& message);
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
  /// Who uses a link at the same place of the same round.
  class Users {
   public:
    void add(int peer) {
      if (peer_ >= 0 && peer_ != peer) has_one_peer_ = false;
      peer_ = peer;
      ++count_;
    }
    /// That one rank takes messages one after the other.
    [[nodiscard]] double at_once() const { return has_one_peer_ ? 1 : count_; }

   private:
    double count_ = 0;
    int peer_ = -1;
    bool has_one_peer_ = true;
  };
  static std::uint64_t moment_of(const Message& message) {
    return static_cast<std::uint64_t>(message.round) << 32U |
           static_cast<std::uint32_t>(message.place);
  }

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
  std::vector<std::unordered_map<std::uint64_t, Users>> users_;  // of a link, by moment
  std::vector<BusyTimes> times_;  // of a link on all machines, and so on
  // Of the message that is looked at.
  std::vector<Link> way_;
  int links_ = 0;
};

}  // namespace allfold::cost
