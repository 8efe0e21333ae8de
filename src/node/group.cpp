#include "node/group.hpp"

#include <algorithm>
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
      operands_(std::max(description.members.size(), team_.clusters().size())) {}

Status Group::run(const Vectors& vectors, const Elements& elements, int root) {
  if (vectors.count == 0) return success;
  const std::int64_t short_bytes =
      std::min(lengths_.most_short_bytes, ShortCall::most_bytes(team_));
  if (vectors.count <= short_bytes / elements.stride)
    return ShortCall(team_, vectors, elements, root, operands_).run();
  take_staging();
  const Status status =
      LongCall(team_, steps_, areas_, vectors, elements, root, operands_, lengths_.piece_bytes)
          .run();
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
