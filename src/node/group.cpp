#include "node/group.hpp"

#include <utility>

#include "node/short_call.hpp"

namespace allfold::node {

namespace {

template <class Part>
std::vector<Part*> all(const std::vector<Group::Member>& members, Part* Group::Member::*part) {
  std::vector<Part*> parts;
  parts.reserve(members.size());
  for (const Group::Member& member : members) parts.push_back(member.*part);
  return parts;
}

}  // namespace

Group::Group(Description description)
    : team_(all(description.members, &Member::slot), description.rank,
            std::move(description.brackets), description.topology, description.waiting),
      lengths_(description.lengths),
      areas_(all(description.members, &Member::area)),
      staging_(std::move(description.staging)),
      operands_(description.members.size()) {}

bool Group::is_short(const Vectors& vectors, const Elements& elements) const {
  const std::int64_t short_bytes =
      std::min(lengths_.most_short_bytes, ShortCall::most_bytes(team_));
  return vectors.count * elements.stride <= short_bytes;
}

LongCall Group::long_call(const Vectors& vectors, const Elements& elements, int root) {
  take_staging();
  return {team_, steps_, areas_, vectors, elements, root, operands_, lengths_.piece_bytes};
}

Status Group::run(const Vectors& vectors, const Elements& elements, int root) {
  if (vectors.count == 0) return success;
  if (is_short(vectors, elements))
    return ShortCall(team_, vectors, elements, root, operands_).run();
  const Status status = long_call(vectors, elements, root).run();
  staging_->latest_call = team_.latest_call();
  return status;
}

Status Group::scatter(const Vectors& vectors, const Elements& elements, int lanes) {
  if (vectors.count == 0) return success;
  if (lanes == 1) return run(vectors, elements, 0);
  if (team_.is_flat() && is_short(vectors, elements))
    return ShortCall(team_, vectors, elements, everyone, operands_).scatter(lanes);
  const Status status = long_call(vectors, elements, everyone).scatter(lanes);
  staging_->latest_call = team_.latest_call();
  return status;
}

Status Group::gather(const Vectors& vectors, const Elements& elements, int lanes, int root) {
  if (vectors.count == 0) return vectors.so_far;
  if ((team_.is_flat() || lanes == 1) && is_short(vectors, elements))
    return ShortCall(team_, vectors, elements, root, operands_).gather(lanes);
  const Status status = long_call(vectors, elements, root).gather(lanes);
  staging_->latest_call = team_.latest_call();
  return status;
}

void Group::take_staging() {
  if (staging_->latest_user.get() == this) return;
  if (staging_->latest_user != nullptr)
    staging_->latest_user->team_.await_all_done(staging_->latest_call);
  staging_->latest_user = shared_from_this();
}

}  // namespace allfold::node
