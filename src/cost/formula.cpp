#include "cost/formula.hpp"

namespace allfold::cost {

double seconds(const Cost& cost, const CostModel& model, double bytes) {
  const LinkCost& link = model.link;
  const double rounds = cost.rounds - cost.one_way_rounds * (1 - link.f_alpha);
  const double volume = cost.volume - cost.one_way_volume * (1 - link.f_beta);
  const LinkCost in_round = model.in_round_with(cost.most_in_round, link);
  const double saved = (cost.gaps - cost.one_way_gaps - cost.gaps_in_rounds) * link.in_flight() +
                       cost.gaps_in_rounds * in_round.in_flight() +
                       cost.one_way_gaps * link.f_alpha * link.in_flight_one_way();
  return rounds * link.alpha - saved + volume * bytes * link.beta +
         cost.reductions * bytes * model.gamma;
}

}  // namespace allfold::cost
