/// @file What the executor needs from its surroundings: messages, and arithmetic on elements.
#pragma once

#include <cstdint>
#include <span>

namespace allfold::exec {

/// The outcome of an operation: 0, or an error code of the MPI library.
using Status = int;
inline constexpr Status success = 0;

/// Point-to-point messages of one rank, in order for each pair of ranks.
///
/// A message may arrive with fewer elements than its receive expects: then the sender has failed
/// and passes that on (see Executor); the receive completes with an error.
class Transport {
 public:
  virtual ~Transport() = default;

  /// Start a message in a free request slot in [0, message_window).
  virtual void start_receive(int slot, int peer, void* into, std::int64_t elements) = 0;
  virtual void start_send(int slot, int peer, const void* from, std::int64_t elements) = 0;

  /// The halves of an exchange. Peer -1: there is nothing to receive, or to send.
  struct Incoming {
    int peer = -1;
    void* into = nullptr;
    std::int64_t elements = 0;
  };
  struct Outgoing {
    int peer = -1;
    const void* from = nullptr;
    std::int64_t elements = 0;
  };
  /// Receives and sends at once, and returns when both are complete.
  virtual Status exchange(const Incoming& receive, const Outgoing& send) = 0;

  struct Completion {
    int slot;
    Status status;
  };
  enum class Patience : std::uint8_t { none, until_one };
  /// The slots whose messages have completed, each reported once. With `until_one` the call waits
  /// until there is at least one. The span is valid until the next call.
  virtual std::span<const Completion> completed(Patience patience) = 0;
};

/// Local reductions and copies of vectors of one type by one operation.
class Arithmetic {
 public:
  virtual ~Arithmetic() = default;
  /// into = left ∘ right, element by element; `into` may be either operand.
  virtual Status reduce(void* into, const void* left, const void* right, std::int64_t elements) = 0;
  /// into = from; the two do not overlap.
  virtual Status copy(void* into, const void* from, std::int64_t elements) = 0;
};

}  // namespace allfold::exec
