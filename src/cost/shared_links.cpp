#include "cost/shared_links.hpp"

#include <algorithm>
#include <utility>

namespace allfold::cost {

namespace {

using Kind = SharedLinks::Kind;

std::size_t place_of(Kind kind) { return static_cast<std::size_t>(kind); }

double weight_of(Kind kind, const SharedLinks::Weight& weight) {
  switch (kind) {
    case Kind::adapter: return weight.on_node;
    case Kind::switch_far:
    case Kind::switch_pair: return weight.at_switch;
    case Kind::group_far:
    case Kind::group_pair:
    case Kind::torus: return weight.in_group;
  }
  return 1;
}

}  // namespace

SharedLinks::SharedLinks(const CostModel& model, std::vector<int> nodes)
    : routes_(model), nodes_(std::move(nodes)) {
  for (std::size_t kind = 0; kind < Routes::kinds; ++kind)
    is_known_[kind] = seconds_a_byte(static_cast<Kind>(kind), model) < unknown;
  for (const double size : {model.torus.x, model.torus.y, model.torus.z})
    if (size < unknown) nodes_of_torus_ *= size;
}

void SharedLinks::Use::add(const End& end, double ranks) {
  if (peer_ >= 0 && peer_ != end.peer) has_one_peer_ = false;
  peer_ = end.peer;
  if (latest_ == end.rank) return;
  latest_ = end.rank;
  ranks_ += ranks;
  ++ranks_seen_;
}

template <class Visit>
void SharedLinks::for_each_link(const End& end, Visit visit) const {
  const bool is_sender = end.way == Way::out;
  const std::uint32_t own = node_of(end.rank);
  const std::uint32_t other = node_of(end.peer);
  std::array<double, Routes::torus_directions> links_in{};
  routes_.for_each_link(is_sender ? own : other, is_sender ? other : own,
                        [&](const Routes::Link& link) {
                          if (!is_known_[place_of(link.kind)]) return;
                          if (link.told_by == Routes::ToldBy::sender && !is_sender) return;
                          if (link.told_by == Routes::ToldBy::receiver && is_sender) return;
                          if (link.kind == Kind::torus)
                            ++links_in[link.number % Routes::torus_directions];
                          else
                            visit(link.kind, 2 * link.number + (is_sender ? 0 : 1), 1.0);
                        });
  for (std::uint64_t direction = 0; direction < links_in.size(); ++direction)
    if (links_in[direction] > 0)
      visit(Kind::torus, direction, links_in[direction] / nodes_of_torus_);
}

void SharedLinks::add(const End& end, const Weight& weight) {
  for_each_link(end, [&](Kind kind, std::uint64_t link, double load) {
    links_[place_of(kind)][link][end.round].add(end, load * weight_of(kind, weight));
  });
}

SharedLinks::Sharers SharedLinks::sharers_of(const End& end) const {
  Sharers sharers{};
  for_each_link(end, [&](Kind kind, std::uint64_t link, double) {
    double& most = sharers[place_of(kind)];
    most = std::max(most, links_[place_of(kind)].at(link).at(end.round).at_once());
  });
  return sharers;
}

// What is not known is infinite, and has no sharers.
double beta_of(const SharedLinks::Sharers& sharers, const CostModel& model) {
  double beta = model.link.beta;
  for (std::size_t kind = 0; kind < Routes::kinds; ++kind)
    if (sharers[kind] > 0)
      beta = std::max(beta, seconds_a_byte(static_cast<Kind>(kind), model) * sharers[kind]);
  return beta;
}

}  // namespace allfold::cost
