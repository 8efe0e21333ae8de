#include "node_model/ranges.hpp"

#include <algorithm>
#include <iterator>

namespace allfold::node_model {

namespace {

std::uint64_t group_bit(int group) { return std::uint64_t{1} << static_cast<unsigned>(group); }

double lines_in(double bytes) { return bytes / static_cast<double>(line_bytes); }

}  // namespace

Ranges::Ranges(const Node& node, const Memory& memory, std::vector<Core>& cores)
    : node_(node),
      memory_(memory),
      cores_(cores),
      bytes_into_l3_(static_cast<std::size_t>(node.groups())),
      links_(node) {}

/// Cuts a segment in two at `at`, and returns the second one.
Ranges::Segments::iterator Ranges::cut(Segments& segments, Segments::iterator segment,
                                       std::size_t at) {
  const auto second = segments.emplace_hint(std::next(segment), at, segment->second);
  segment->second.end = at;
  return second;
}

/// Calls f(segment, bytes, socket) for the segments of whole lines that contain the range.
template <class F>
void Ranges::each_segment(const void* at, std::size_t bytes, F f) {
  const auto [region, offset] = memory_.position_of(at);
  if (region >= regions_.size()) regions_.resize(region + 1);
  Segments& segments = regions_[region];
  std::size_t first = offset / line_bytes * line_bytes;
  const std::size_t last = (offset + bytes + line_bytes - 1) / line_bytes * line_bytes;
  auto segment = segments.lower_bound(first);
  if (segment != segments.begin())
    if (const auto before = std::prev(segment); before->second.end > first)
      segment = cut(segments, before, first);
  for (; first < last; ++segment) {
    if (segment == segments.end() || segment->first > first) {
      Segment fresh;
      fresh.end = segment == segments.end() ? last : std::min(last, segment->first);
      fresh.in_group.resize(static_cast<std::size_t>(node_.groups()));
      segment = segments.emplace_hint(segment, first, std::move(fresh));
    }
    if (segment->second.end > last) cut(segments, segment, last);
    f(segment->second, static_cast<double>(segment->second.end - first), memory_.socket_of(region));
    first = segment->second.end;
  }
}

bool Ranges::is_in_l2(const Segment& segment, int core) const {
  return segment.l2_of == core && state(core).bytes_into_l2 - segment.l2_age < node_.capacity.l2;
}

bool Ranges::is_in_group(const Segment& segment, int group) const {
  const auto at = static_cast<std::size_t>(group);
  return (segment.groups & group_bit(group)) != 0 &&
         bytes_into_l3_[at] - segment.in_group[at].age < node_.capacity.l3;
}

void Ranges::keep_in_l2(Segment& segment, double bytes, int core) {
  state(core).bytes_into_l2 += bytes;
  segment.l2_of = core;
  segment.l2_age = state(core).bytes_into_l2;
}

void Ranges::keep(Segment& segment, double bytes, int core, InL3 since, double arrived) {
  const int group = node_.group_of(core);
  const auto at = static_cast<std::size_t>(group);
  keep_in_l2(segment, is_in_l2(segment, core) ? 0 : bytes, core);
  if (since == InL3::now) {
    bytes_into_l3_[at] += bytes;
    segment.in_group[at].arrived = arrived;
  }
  segment.in_group[at].age = bytes_into_l3_[at];
  segment.groups |= group_bit(group);
}

int Ranges::source_of(const Segment& segment, int core, double at) const {
  const int own = node_.group_of(core);
  int source = -1;
  for (int group = 0; group < node_.groups(); ++group)
    if (node_.are_in_one_socket(group, own) && is_in_group(segment, group) &&
        segment.in_group[static_cast<std::size_t>(group)].arrived <= at)
      source = group;
  if (source >= 0) return source;
  if (segment.writer >= 0 && is_in_group(segment, node_.group_of(segment.writer)))
    return node_.group_of(segment.writer);
  for (int group = 0; group < node_.groups(); ++group)
    if (is_in_group(segment, group)) source = group;
  return source;
}

Ranges::Path Ranges::from_group(int source, double bytes, const Access& access) {
  return {.latency = node_.between(node_.group_of(access.core), source),
          .lines_at_once = node_.in_flight.lines,
          .passed = links_.from_group(access.transfer(bytes), source)};
}

Ranges::Path Ranges::from_memory(double bytes, const Access& access) {
  const bool is_far = access.home != node_.socket_of(access.core);
  return {.latency = node_.latency.memory +
                     (is_far ? node_.latency.other_socket - node_.latency.same_socket : 0),
          .lines_at_once = node_.in_flight.lines_of_memory,
          .passed = links_.from_memory(access.transfer(bytes), access.home)};
}

Ranges::Transfer Ranges::fetch_in_group(Segment& segment, double bytes, const Access& access,
                                        double issued) {
  const int group = node_.group_of(access.core);
  const double latency = node_.latency.same_l3;
  const double first =
      std::max(issued, segment.in_group[static_cast<std::size_t>(group)].arrived - latency);
  const double passed = issued + links_.in_l3(access.transfer(bytes));
  const double end =
      std::max(first + (lines_in(bytes) - 1) * latency / node_.in_flight.lines_in_l3, passed);
  keep(segment, bytes, access.core, InL3::before, 0);
  return {.come = end + latency, .next = end};
}

Ranges::Transfer Ranges::fetch(Segment& segment, double bytes, const Access& access,
                               double issued) {
  if (is_in_l2(segment, access.core)) {
    constexpr double latency_of_l2 = 4;
    const double end = issued + bytes / node_.bandwidth.l2;
    return {.come = end + latency_of_l2, .next = end};
  }
  if (is_in_group(segment, node_.group_of(access.core)))
    return fetch_in_group(segment, bytes, access, issued);
  const int source = source_of(segment, access.core, issued);
  const Path path = source >= 0 ? from_group(source, bytes, access) : from_memory(bytes, access);
  const double end = std::max(
      {issued + path.passed, issued + (lines_in(bytes) - 1) * path.latency / path.lines_at_once});
  const double come = end + path.latency;
  if (access.home != node_.socket_of(access.core) && !node_.capacity.keeps_far_lines)
    keep_in_l2(segment, bytes, access.core);
  else
    keep(segment, bytes, access.core, InL3::now, come);
  return {.come = come, .next = end};
}

double Ranges::read(const void* from, std::size_t bytes, int core, double clock) {
  Core& reader = state(core);
  double come = clock;
  double issued = reader.issue(clock, reader.vectors.free_at());
  each_segment(from, bytes, [&](Segment& segment, double length, int home) {
    const Transfer transfer =
        fetch(segment, length, {.core = core, .clock = clock, .home = home}, issued);
    come = std::max(come, transfer.come);
    issued = transfer.next;
  });
  reader.last_issue = issued;
  reader.vectors.add(come);
  return come;
}

double Ranges::distance_of_others(const Segment& segment, int core) const {
  const int own = node_.group_of(core);
  double most = 0;
  for (int group = 0; group < node_.groups(); ++group)
    if (group != own && is_in_group(segment, group))
      most = std::max(most, node_.between(group, own));
  if (most == 0 && is_in_group(segment, own) && segment.l2_of >= 0 && segment.l2_of != core)
    most = node_.latency.same_l3;
  return most;
}

void Ranges::store_past_caches(Segment& segment, double bytes, const Access& access) {
  Core& writer = state(access.core);
  const double passed = links_.to_memory(access.transfer(bytes), access.home);
  writer.stored = std::max(writer.stored, access.clock + passed);
  segment.groups = 0;
  segment.l2_of = -1;
  segment.writer = access.core;
}

// Something else leaves the cache. Unless whole lines are written, they are read before.
void Ranges::evict(double bytes, const Access& access, Stores stores) {
  Core& writer = state(access.core);
  const double moved = stores == Stores::whole_lines ? bytes : 2 * bytes;
  double end = access.clock + links_.in_memory(access.transfer(moved), access.home);
  if (stores != Stores::whole_lines)
    end = std::max(
        end, access.clock + node_.latency.memory +
                 (lines_in(bytes) - 1) * node_.latency.memory / node_.in_flight.lines_of_memory);
  writer.stored = std::max(writer.stored, end);
}

void Ranges::store(Segment& segment, double bytes, const Access& access, Stores stores) {
  Core& writer = state(access.core);
  writer.store(access.clock, distance_of_others(segment, access.core), lines_in(bytes),
               node_.in_flight.lines_written);
  if (stores == Stores::past_caches) return store_past_caches(segment, bytes, access);
  const int group = node_.group_of(access.core);
  const bool was_here = is_in_group(segment, group);
  if (!was_here && segment.was_written) {
    evict(bytes, access, stores);
  } else if (!was_here) {
    constexpr double bandwidth_of_first_stores = 40;
    writer.stored += bytes / bandwidth_of_first_stores;
  }
  segment.groups = was_here ? group_bit(group) : 0;
  segment.writer = access.core;
  segment.was_written = true;
  keep(segment, bytes, access.core, was_here ? InL3::before : InL3::now, access.clock);
  segment.in_group[static_cast<std::size_t>(group)].arrived = writer.stored;
}

void Ranges::write(const void* into, std::size_t bytes, int core, double clock, Stores stores) {
  each_segment(into, bytes, [&](Segment& segment, double length, int home) {
    store(segment, length, {.core = core, .clock = clock, .home = home}, stores);
  });
}

}  // namespace allfold::node_model
