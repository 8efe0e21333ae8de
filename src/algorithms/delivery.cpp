#include "algorithms/delivery.hpp"

namespace allfold::algorithms {

void deliver(Author& author, std::vector<Delivered> sent, std::vector<Delivered> received) {
  author.enter(Phase::gather);
  std::ranges::sort(sent, {}, &Delivered::turn);
  std::ranges::sort(received, {}, &Delivered::turn);
  for (const Delivered& each : sent) author.send_partial(each.peer, each.blocks);
  for (const Delivered& each : received) author.receive_result(each.peer, each.blocks);
}

cost::Cost delivery_cost(int ranks, std::int64_t pieces, std::int64_t holders) {
  const bool are_aligned = ranks % pieces == 0;
  const std::int64_t received = are_aligned ? 1 : 2;
  const std::int64_t receivers = ranks / pieces + (are_aligned ? 0 : 2);
  const std::int64_t sent = std::min<std::int64_t>((receivers + holders - 1) / holders, ranks - 1);
  // Where a message cannot leave while another one is in flight, a rank may wait to send until another
  // one has received what comes before.
  const bool is_permutation = sent == 1 && received == 1;
  const auto messages =
      static_cast<double>(is_permutation ? 1 : sent + received - (are_aligned ? 0 : 1));
  return {.rounds = messages,
          .volume = messages / ranks,
          .one_way_rounds = are_aligned ? 0.0 : 1.0,
          .gaps = static_cast<double>(std::max<std::int64_t>(sent, 1) - 1)};
}

}  // namespace allfold::algorithms
