/// @file A network between threads that uses every freedom that a real network has.
///
/// It buffers nothing: a message moves when its send and its receive have both started, and its
/// data is read at the very end. Until then the receive buffer holds garbage. Messages complete in
/// any order, after any number of polls.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <random>
#include <vector>

#include "exec/interfaces.hpp"
#include "exec/layout.hpp"
#include "program/program.hpp"

namespace allfold::testing {

/// Copies `elements` elements of Network::element_bytes each: only their data, not the gaps.
void copy_elements(void* into, const void* from, std::int64_t elements, const exec::Layout& layout);

class Network {
 public:
  static constexpr std::size_t element_bytes = 16;

  explicit Network(unsigned seed) : random_(seed) {}

  /// The endpoint of one rank. `layout` is the layout of its elements, which may differ between
  /// ranks.
  class Endpoint final : public exec::Transport {
   public:
    Endpoint(Network& network, int rank, const exec::Layout& layout)
        : network_(network), rank_(rank), layout_(layout) {}

    void start_receive(int slot, int peer, void* into, std::int64_t elements) override;
    void start_send(int slot, int peer, const void* from, std::int64_t elements) override;
    exec::Status exchange(const Incoming& receive, const Outgoing& send) override;
    std::span<const Completion> completed(Patience patience) override;

   private:
    friend class Network;
    static constexpr int send_of_exchange = program::message_window;
    static constexpr int receive_of_exchange = program::message_window + 1;

    void start(int slot, int from, int to, void* address, std::int64_t elements);
    exec::Status take(std::unique_lock<std::mutex>& lock, int slot);
    /// A rank does not sleep while a message moves: all other ranks may have ended.
    void move_or_wait(std::unique_lock<std::mutex>& lock);

    Network& network_;
    int rank_;
    const exec::Layout& layout_;
    std::condition_variable changed_;   // a message to or from this rank has moved
    std::vector<Completion> arrived_;   // completed by the network, not yet reported
    std::vector<Completion> reported_;  // the latest result of completed()
  };

  /// The status of a receive whose sender sent nothing.
  static constexpr exec::Status sender_failed = 77;

 private:
  struct Half {
    Endpoint* endpoint;
    int slot;
    void* address;
    std::int64_t elements;
    bool is_send;
  };
  struct Message {
    Half send;
    Half receive;
  };

  void meet(int from, int to, const Half& half);
  /// Completes a random subset of the messages; at least one if `at_least_one` and there are any.
  void move(bool at_least_one);
  static void deliver(const Message& message);
  /// Wakes only the two ranks of the message: most of the others wait for something else.
  static void notify(const Message& message);
  bool coin() { return random_() % 2 == 0; }

  std::mutex mutex_;
  std::mt19937 random_;
  std::map<std::pair<int, int>, std::deque<Half>> unmet_;
  std::vector<Message> moving_;
};

}  // namespace allfold::testing
