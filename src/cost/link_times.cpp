#include "cost/link_times.hpp"

#include <algorithm>

namespace allfold::cost {

double BusyTimes::take(double begin, double length) {
  if (length <= 0) return begin;
  constexpr double rounding = 1e-9;
  // Most calls come in ascending order of `begin`.
  std::size_t first = intervals_.size();
  while (first > 0 && intervals_[first - 1].end >= begin) --first;
  double start = begin;
  double now = begin;
  std::size_t next = first;
  for (; next < intervals_.size(); ++next) {
    const Interval& busy = intervals_[next];
    if (busy.begin - now >= length * (1 - rounding)) break;
    start = std::min(start, busy.begin);
    length -= std::max(0.0, busy.begin - now);
    now = busy.end;
  }
  const double end = now + length;
  const Interval all{.begin = start, .end = end};
  if (next == first) {
    intervals_.insert(intervals_.begin() + static_cast<std::ptrdiff_t>(first), all);
  } else {
    intervals_[first] = all;
    intervals_.erase(intervals_.begin() + static_cast<std::ptrdiff_t>(first) + 1,
                     intervals_.begin() + static_cast<std::ptrdiff_t>(next));
  }
  return end;
}

LinkTimes::LinkTimes(std::span<const CostModel> models,
                     const std::vector<program::Program>& programs)
    : routes_(models.front()),
      ranks_per_node_(models.front().ranks_per_node),
      alpha_links_(routes_.fewest_links()) {
  for (const CostModel& model : models) {
    auto& own = seconds_a_byte_.emplace_back();
    for (std::size_t kind = 0; kind < Routes::kinds; ++kind)
      own[kind] = seconds_a_byte(static_cast<Routes::Kind>(kind), model);
    own[of_rank] = model.link.beta;
    if (model.torus.is_known()) own[of_rank] = unknown;  // each of a node's links has its own
  }
  if (models.front().alpha_links < unknown) alpha_links_ = models.front().alpha_links;
  if (routes_.are_on_torus()) return;
  moments_.reserve(programs.size());
  for (std::size_t rank = 0; rank < programs.size(); ++rank) {
    moments_.push_back(moments_of_sends(programs[rank]));
    const int from = static_cast<int>(rank);
    std::size_t number = 0;
    for (const program::Operation& operation : programs[rank].operations) {
      if (operation.kind != program::Operation::Kind::send) continue;
      const Moment moment = moments_.back()[number++];
      if (!connect(from, operation.peer)) continue;
      find_route(from, operation.peer);
      for (const Link& link : route_)
        if (is_shared(link)) users_[link.place][moment].add(from, operation.peer);
    }
  }
}

// Successive sends to one peer in a round are pieces of one message.
std::vector<LinkTimes::Moment> LinkTimes::moments_of_sends(const program::Program& program) {
  std::vector<Moment> moments;
  const program::Operation* latest = nullptr;
  std::uint32_t place = 0;
  for (const program::Operation& operation : program.operations) {
    if (operation.kind != program::Operation::Kind::send) continue;
    if (latest == nullptr || latest->round != operation.round)
      place = 0;
    else if (latest->peer != operation.peer)
      ++place;
    latest = &operation;
    moments.push_back(static_cast<Moment>(operation.round) << 32U | place);
  }
  return moments;
}

void LinkTimes::add(std::size_t kind, std::uint64_t number) {
  if (!(seconds_a_byte_.front()[kind] < unknown)) return;
  const auto [found, is_new] =
      places_[kind].try_emplace(number, times_.size() / seconds_a_byte_.size());
  if (is_new) times_.resize(times_.size() + seconds_a_byte_.size());
  users_.resize(times_.size() / seconds_a_byte_.size());
  route_.push_back({.kind = kind, .place = found->second, .sharers = 1});
}

void LinkTimes::look_at(int from, int to, std::size_t number) {
  find_route(from, to);
  for (Link& link : route_)
    if (is_shared(link))
      link.sharers =
          users_[link.place].at(moments_[static_cast<std::size_t>(from)][number]).at_once();
}

void LinkTimes::find_route(int from, int to) {
  route_.clear();
  links_ = 0;
  add(of_rank, 2 * static_cast<std::uint64_t>(from));
  routes_.for_each_link(node_of(from), node_of(to), [&](const Routes::Link& link) {
    add(static_cast<std::size_t>(link.kind), link.number);
    ++links_;
  });
  add(of_rank, 2 * static_cast<std::uint64_t>(to) + 1);
}

// The first byte of a message is on the next link as soon as it is on a link. Messages that use a
// link at the same time share it and end together; others wait until it is free.
LinkTimes::Passed LinkTimes::pass(std::size_t machine, double begin, double bytes) {
  Passed passed{.left = begin, .arrived = begin};
  for (const Link& link : route_) {
    const double length = seconds_a_byte_[machine][link.kind] * bytes;
    const double shared = link.sharers * length;
    const double free = times_[link.place * seconds_a_byte_.size() + machine].take(begin, length);
    const double end = std::max(free, begin + shared);
    if (&link == &route_.front()) passed.left = end;
    passed.arrived = std::max(passed.arrived, end);
    begin = end - shared;
  }
  return passed;
}

}  // namespace allfold::cost
