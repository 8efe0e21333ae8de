/// @file Connections: a Transport whose messages from one rank to another go one after the other.
#pragma once

#include <mpi.h>

#include <array>
#include <cstddef>
#include <deque>
#include <unordered_map>
#include <utility>

#include "exec/interfaces.hpp"
#include "program/program.hpp"
#include "simulation/time.hpp"

namespace allfold::simulation {

/// Sends as Inner does. The constructor takes the arguments of Inner's constructor.
///
/// All messages in flight share a simulated link, so that many messages between the same two ranks
/// would all arrive late, whereas a real connection delivers the first one first. Therefore a rank
/// has only as many messages in flight to a peer as keep the link busy, at least two, and holds the
/// others back.
template <class Inner>
class Connections final : public exec::Transport {
 public:
  template <class Space, class... More>
  Connections(Space& space, MPI_Datatype datatype, More&&... more)
      : inner_(space, datatype, std::forward<More>(more)...) {
    int bytes = 0;
    PMPI_Type_size(datatype, &bytes);
    element_bytes_ = static_cast<std::size_t>(bytes);
  }

  void start_receive(int slot, int peer, void* into, std::int64_t elements) override {
    messages_[static_cast<std::size_t>(slot)].peer = none;
    inner_.start_receive(slot, peer, into, elements);
  }
  void start_send(int slot, int peer, const void* from, std::int64_t elements) override {
    Connection& connection = connections_[peer];
    const Send send{.slot = slot, .from = from, .elements = elements};
    if (connection.is_busy())
      connection.held.push_back(send);
    else
      start(connection, peer, send);
  }
  exec::Status exchange(const Incoming& receive, const Outgoing& send) override {
    return inner_.exchange(receive, send);
  }
  std::span<const Completion> completed(Patience patience) override {
    const std::span<const Completion> all = inner_.completed(patience);
    for (const Completion& each : all)
      if (const Message& sent = messages_[static_cast<std::size_t>(each.slot)]; sent.peer != none)
        go_on(sent);
    return all;
  }

 private:
  static constexpr int none = -1;

  struct Send {
    int slot;
    const void* from;
    std::int64_t elements;
  };
  struct Connection {
    int in_flight = 0;
    std::size_t bytes_in_flight = 0;
    std::deque<Send> held;

    /// While a message waits for its latency, the others use the link. The link is idle for at most
    /// a fifth of the time.
    [[nodiscard]] bool is_busy() const {
      return in_flight >= 2 && bytes_in_flight >= 4 * costs().bytes_in_latency;
    }
  };
  struct Message {
    int peer;  ///< none: a message that is received
    std::size_t bytes;
  };

  void start(Connection& connection, int peer, const Send& send) {
    const std::size_t bytes = static_cast<std::size_t>(send.elements) * element_bytes_;
    messages_[static_cast<std::size_t>(send.slot)] = {.peer = peer, .bytes = bytes};
    ++connection.in_flight;
    connection.bytes_in_flight += bytes;
    inner_.start_send(send.slot, peer, send.from, send.elements);
  }

  /// Called when a message has been sent: starts messages that were held back.
  void go_on(const Message& sent) {
    const int peer = sent.peer;
    Connection& connection = connections_[peer];
    --connection.in_flight;
    connection.bytes_in_flight -= sent.bytes;
    while (!connection.held.empty() && !connection.is_busy()) {
      const Send next = connection.held.front();
      connection.held.pop_front();
      start(connection, peer, next);
    }
  }

  Inner inner_;
  std::size_t element_bytes_ = 0;
  std::unordered_map<int, Connection> connections_;
  std::array<Message, program::message_window> messages_;  ///< by slot
};

}  // namespace allfold::simulation
