#include "messages.hpp"

#include <algorithm>
#include <new>

#include "algorithms/powers.hpp"
#include "text/format.hpp"

namespace allfold::bench {

Messages::Messages(const Task& task)
    : task_(task), counts_(static_cast<std::size_t>(task.ranks())) {
  if (task.ranks() < 2 || algorithms::ceil_log2(task.ranks()) > most_rounds)
    throw Unsuitable(
        text::format("messages of {} ranks: expected 2 to {}", task.ranks(), 1 << most_rounds));
  for (int rank = 0; rank < task.ranks(); ++rank)
    own_.push_back(new (task.simulation.lines(sizeof(Own))) Own);
}

Positions Messages::reduced(const Task& /*task*/, int /*rank*/) const { return {}; }

void Messages::reduce(int rank) {
  const int ranks = task_.ranks();
  std::size_t round = 0;
  for (int distance = 1; distance < ranks; distance *= 2)
    send_and_receive(rank, round++,
                     {.to = (rank + distance) % ranks, .from = (rank + ranks - distance) % ranks});
}

std::int64_t Messages::bytes_of(std::size_t round) const {
  return std::max((task_.bytes / element_bytes) >> round, std::int64_t{1}) * element_bytes;
}

void Messages::send_and_receive(int rank, std::size_t round, Peers peers) {
  const auto bytes = static_cast<std::size_t>(bytes_of(round));
  const std::uint64_t number = ++counts_[static_cast<std::size_t>(rank)];
  if (bytes_of(round) <= most_bytes_copied_twice) {
    node_model::copy_bytes(own(rank).cells[round].data(), task_.input(rank), bytes);
    own(rank).sent.count.store(number);
    await(own(peers.from).sent, number);
    node_model::copy_bytes(task_.result(rank), own(peers.from).cells[round].data(), bytes);
    return;
  }
  own(rank).sent.count.store(number);
  await(own(peers.from).sent, number);
  node_model::copy_bytes(task_.result(rank), task_.input(peers.from), bytes);
  // The sender may change its vector only now.
  own(rank).taken.count.store(number);
  await(own(peers.to).taken, number);
}

}  // namespace allfold::bench
