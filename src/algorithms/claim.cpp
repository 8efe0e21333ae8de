#include "algorithms/claim.hpp"

#include <algorithm>

namespace allfold::algorithms {

cost::Cost Claim::by_term() const {
  cost::Cost most = cost;
  for (const cost::Cost& other : others) {
    most.rounds = std::max(most.rounds, other.rounds);
    most.volume = std::max(most.volume, other.volume);
    most.reductions = std::max(most.reductions, other.reductions);
  }
  return {.rounds = most.rounds + inside.rounds,
          .volume = most.volume + inside.volume,
          .reductions = most.reductions + inside.reductions};
}

cost::CostModel model_for(const Claim& claim, cost::CostModel model, double bytes) {
  const double shortest = claim.shortest_message * bytes;
  model.link = model.link.for_messages_from(shortest);
  model.inside = model.inside.for_messages_from(shortest);
  return model;
}

double seconds(const Claim& claim, const cost::CostModel& model, double bytes) {
  double longest = cost::seconds(claim.cost, model, bytes);
  for (const cost::Cost& other : claim.others)
    longest = std::max(longest, cost::seconds(other, model, bytes));
  cost::CostModel inside = model;
  if (model.ranks_per_node > 1) inside.link = model.inside;
  return longest + cost::seconds(claim.inside, inside, bytes);
}

}  // namespace allfold::algorithms
