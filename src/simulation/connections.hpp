/// @file Connections: a Transport whose messages from one rank to another go one after the other.
#pragma once

#include <array>
#include <cstddef>
#include <deque>
#include <unordered_map>
#include <utility>

#include "exec/interfaces.hpp"
#include "program/program.hpp"

namespace allfold::simulation {

/// Sends as Inner does, whose arguments it takes. All messages in flight share a simulated link, so
/// that of many between the same two ranks all would arrive late. Of a real connection the first is
/// delivered first: here a rank has two in flight to a peer, as many as keep the link busy, and holds
/// the others back.
template <class Inner>
class Connections final : public exec::Transport {
 public:
  template <class... Arguments>
  explicit Connections(Arguments&&... arguments) : inner_(std::forward<Arguments>(arguments)...) {}

  void start_receive(int slot, int peer, void* into, std::int64_t elements) override {
    peers_[static_cast<std::size_t>(slot)] = none;
    inner_.start_receive(slot, peer, into, elements);
  }
  void start_send(int slot, int peer, const void* from, std::int64_t elements) override {
    peers_[static_cast<std::size_t>(slot)] = peer;
    Connection& connection = connections_[peer];
    if (connection.in_flight == most_in_flight) {
      connection.held.push_back({.slot = slot, .from = from, .elements = elements});
      return;
    }
    ++connection.in_flight;
    inner_.start_send(slot, peer, from, elements);
  }
  exec::Status exchange(const Incoming& receive, const Outgoing& send) override {
    return inner_.exchange(receive, send);
  }
  std::span<const Completion> completed(Patience patience) override {
    const std::span<const Completion> all = inner_.completed(patience);
    for (const Completion& each : all)
      if (const int peer = peers_[static_cast<std::size_t>(each.slot)]; peer != none) go_on(peer);
    return all;
  }

 private:
  static constexpr int none = -1;
  static constexpr int most_in_flight = 2;

  struct Held {
    int slot;
    const void* from;
    std::int64_t elements;
  };
  struct Connection {
    int in_flight = 0;
    std::deque<Held> held;
  };

  /// A message to that peer has been sent.
  void go_on(int peer) {
    Connection& connection = connections_[peer];
    --connection.in_flight;
    if (connection.held.empty()) return;
    const Held next = connection.held.front();
    connection.held.pop_front();
    ++connection.in_flight;
    inner_.start_send(next.slot, peer, next.from, next.elements);
  }

  Inner inner_;
  std::unordered_map<int, Connection> connections_;
  std::array<int, program::message_window> peers_;  ///< by slot; none: it receives
};

}  // namespace allfold::simulation
