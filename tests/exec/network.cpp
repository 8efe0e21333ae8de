#include "network.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include "support/guarded_vector.hpp"

namespace allfold::testing {

namespace {

using Element = std::array<std::byte, Network::element_bytes>;

}  // namespace

void copy_elements(void* into, const void* from, std::int64_t elements,
                   const exec::Layout& layout) {
  for (std::int64_t i = 0; i < elements; ++i)
    set_element(into, i, layout, element_of<Element>(from, i, layout));
}

void Network::Endpoint::start(int slot, int from, int to, void* address, std::int64_t elements) {
  const std::lock_guard lock(network_.mutex_);
  network_.meet(from, to,
                {.endpoint = this,
                 .slot = slot,
                 .address = address,
                 .elements = elements,
                 .is_send = from == rank_});
}

void Network::Endpoint::start_receive(int slot, int peer, void* into, std::int64_t elements) {
  start(slot, peer, rank_, into, elements);
}

void Network::Endpoint::start_send(int slot, int peer, const void* from, std::int64_t elements) {
  start(slot, rank_, peer, const_cast<void*>(from), elements);
}

exec::Status Network::Endpoint::take(std::unique_lock<std::mutex>& lock, int slot) {
  for (;;) {
    const auto found = std::ranges::find(arrived_, slot, &Completion::slot);
    if (found != arrived_.end()) {
      const exec::Status status = found->status;
      arrived_.erase(found);
      return status;
    }
    move_or_wait(lock);
  }
}

exec::Status Network::Endpoint::exchange(const Incoming& receive, const Outgoing& send) {
  if (receive.peer >= 0)
    start_receive(receive_of_exchange, receive.peer, receive.into, receive.elements);
  if (send.peer >= 0) start_send(send_of_exchange, send.peer, send.from, send.elements);
  std::unique_lock lock(network_.mutex_);
  const exec::Status received = receive.peer >= 0 ? take(lock, receive_of_exchange) : exec::success;
  const exec::Status sent = send.peer >= 0 ? take(lock, send_of_exchange) : exec::success;
  return received != exec::success ? received : sent;
}

void Network::Endpoint::move_or_wait(std::unique_lock<std::mutex>& lock) {
  if (network_.moving_.empty())
    changed_.wait(lock);
  else
    network_.move(true);
}

std::span<const exec::Transport::Completion> Network::Endpoint::completed(Patience patience) {
  std::unique_lock lock(network_.mutex_);
  const bool waits = patience == Patience::until_one;
  network_.move(waits);
  while (waits && arrived_.empty()) move_or_wait(lock);
  reported_.clear();
  std::ranges::shuffle(arrived_, network_.random_);
  while (!arrived_.empty() && ((waits && reported_.empty()) || network_.coin())) {
    reported_.push_back(arrived_.back());
    arrived_.pop_back();
  }
  return reported_;
}

void Network::meet(int from, int to, const Half& half) {
  auto& waiting = unmet_[{from, to}];
  if (waiting.empty() || waiting.front().is_send == half.is_send) {
    waiting.push_back(half);
    return;
  }
  const Half other = waiting.front();
  waiting.pop_front();
  const Message message{half.is_send ? half : other, half.is_send ? other : half};
  const Half& receive = message.receive;
  Element rubbish;
  rubbish.fill(std::byte{0xA5});
  for (std::int64_t i = 0; i < receive.elements; ++i)
    set_element(receive.address, i, receive.endpoint->layout_, rubbish);
  moving_.push_back(message);
  notify(message);
}

void Network::move(bool at_least_one) {
  std::ranges::shuffle(moving_, random_);
  while (!moving_.empty() && (at_least_one || coin())) {
    deliver(moving_.back());
    moving_.pop_back();
    at_least_one = false;
  }
}

void Network::deliver(const Message& message) {
  const auto& [send, receive] = message;
  const std::int64_t elements = std::min(send.elements, receive.elements);
  for (std::int64_t i = 0; i < elements; ++i)
    set_element(receive.address, i, receive.endpoint->layout_,
                element_of<Element>(send.address, i, send.endpoint->layout_));
  const exec::Status status = send.elements == receive.elements ? exec::success : sender_failed;
  send.endpoint->arrived_.push_back({.slot = send.slot, .status = exec::success});
  receive.endpoint->arrived_.push_back({.slot = receive.slot, .status = status});
  notify(message);
}

void Network::notify(const Message& message) {
  message.send.endpoint->changed_.notify_one();
  message.receive.endpoint->changed_.notify_one();
}

}  // namespace allfold::testing
