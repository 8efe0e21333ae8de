#include "algorithms/claim.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace allfold::algorithms {

namespace {

/// Of what the ranks of a node do together.
double seconds_inside(const Claim& claim, const cost::CostModel& model, double bytes) {
  // Of programs, all messages are alike.
  if (model.ranks_per_node == 1) return cost::seconds(claim.inside, model, bytes);
  cost::CostModel inside = model;
  inside.link = model.inside;
  if (claim.in_clusters.empty()) return cost::seconds(claim.inside, inside, bytes);
  double fastest = std::numeric_limits<double>::infinity();
  for (const cost::Cost& way : claim.in_clusters)
    fastest = std::min(fastest, cost::seconds(way, inside, bytes));
  return fastest;
}

}  // namespace

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
  model.rounds = claim.rounds_go;
  return model;
}

// A smooth maximum of both times: the closer they are, the more often one waits for the other.
double with_exposed_reductions(const Claim& claim, double messages, const cost::CostModel& model,
                               double bytes) {
  const double seconds_a_vector = model.gamma * bytes;
  const auto cube = [](double x) { return x * x * x; };
  return std::cbrt(cube(messages + *claim.exposed_reductions * seconds_a_vector) +
                   cube(claim.by_term().reductions * seconds_a_vector));
}

double seconds(const Claim& claim, const cost::CostModel& model, double bytes) {
  cost::CostModel in_order = model;
  if (claim.exposed_reductions) in_order.gamma = 0;
  double longest = cost::seconds(claim.cost, in_order, bytes);
  for (const cost::Cost& other : claim.others)
    longest = std::max(longest, cost::seconds(other, in_order, bytes));
  if (claim.exposed_reductions) longest = with_exposed_reductions(claim, longest, model, bytes);
  return longest + claim.messages_before * model.link.gap_of_adapter() +
         seconds_inside(claim, model, bytes);
}

}  // namespace allfold::algorithms
