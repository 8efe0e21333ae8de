#include "profile/profile.hpp"

namespace allfold::profile {

namespace {

/// The class that calls beyond the limit are merged into.
ClassKey merged_key(schedule::Collective collective) {
  return {.communicator = {}, .kind = merged_kind(collective), .site = {}};
}

/// Whether the map has room for the key. Merged classes are added beyond the limit.
template <class Map>
bool takes(const Map& map, const typename Map::key_type& key) {
  return map.size() < Profile::most || map.contains(key);
}

}  // namespace

void ClassSums::add(const ClassSums& other) {
  calls += other.calls;
  calls_in_place += other.calls_in_place;
  bytes += other.bytes;
  ranks += other.ranks;
  seconds.add(other.seconds);
  known_seconds += other.known_seconds;
  sampled_calls += other.sampled_calls;
  waiting.add(other.waiting);
  rest.add(other.rest);
}

void ClassSums::be_of_one_rank() {
  ranks = 1;
  for (Spread* spread : {&seconds, &waiting, &rest}) spread->max = spread->sum;
}

void Profile::be_of_one_rank() {
  for (auto& [kind, sums] : communicators) sums.be_of_one_rank();
  for (auto& [key, sums] : classes) sums.be_of_one_rank();
}

void Profile::add(const ClassKey& key, const ClassSums& sums) {
  if (takes(classes, key)) {
    classes[key].add(sums);
    return;
  }
  merged_calls += sums.calls;
  classes[merged_key(key.kind.collective)].add(sums);
}

void Profile::add(const CommunicatorKind& kind, const CommunicatorSums& sums) {
  communicators[takes(communicators, kind) ? kind : CommunicatorKind{}].add(sums);
}

void Profile::add(const Profile& others) {
  merged_calls += others.merged_calls;
  ranks_observed += others.ranks_observed;
  run.add(others.run);
  clock_error = std::max(clock_error, others.clock_error);
  for (const auto& [kind, sums] : others.communicators) add(kind, sums);
  for (const auto& [key, sums] : others.classes) add(key, sums);
}

}  // namespace allfold::profile
