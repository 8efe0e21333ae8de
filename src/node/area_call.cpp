#include "node/area_call.hpp"

#include <algorithm>
#include <numeric>

#include "node/short_call.hpp"

namespace allfold::node {

namespace {

/// The number of elements that fill cache lines exactly, or 1 if that would be too many lines.
std::int64_t elements_of_unit(std::int64_t stride) {
  constexpr auto line = static_cast<std::int64_t>(cache_line);
  const std::int64_t unit = line / std::gcd(line, stride);
  return unit * stride <= most_element_bytes ? unit : 1;
}

/// The unit of slices, in elements.
std::int64_t unit_of(const Vectors& vectors, const Elements& elements) {
  return elements.division == schedule::Division::none ? std::max<std::int64_t>(vectors.count, 1)
                                                       : elements_of_unit(elements.stride);
}

/// Limits whole pieces, so that the next one is staged while one is reduced.
constexpr std::int64_t bytes_of_whole_piece = 32 << 10;

}  // namespace

AreaCall::AreaCall(const GroupCall& call, PlacesInUse& places, const Stage& stage)
    : GroupCall(call),
      places_(places),
      areas_(stage.areas),
      introduction_(team_, stage.areas, stage.own, elements_.asked),
      room_{.unit = unit_of(vectors_, elements_),
            .most_of_piece = std::min(stage.piece_bytes, static_cast<std::int64_t>(stage.room)) /
                             elements_.stride,
            .most_of_slice = static_cast<std::int64_t>(Area::slice_bytes) / elements_.stride,
            .most_of_whole = bytes_of_whole_piece / elements_.stride},
      room_of_areas_(stage.room) {}

void AreaCall::begin(Kind kind, const Slices& slices, const Introduction::Needs& needs) {
  kind_ = kind;
  slices_ = slices;
  // In other cases use_place() and await_all() wait for readers. LevelCall waits itself.
  using enum PlacesInUse::Unread;
  const bool may_be_unread = places_.unread == by_partners || places_.unread == by_latecomers;
  if (!is_by_levels(kind) && may_be_unread) team_.await_all_done(places_.latest_call);
  first_cycle_ = team_.begin(root_, calls_remembered) * most_cycles;
  note_for_all(vectors_.so_far);
  introduction_.begin(needs);
}

exec::Status AreaCall::end() {
  using enum PlacesInUse::Unread;
  // Ranks leave a torn call at different points.
  if (is_torn_)
    places_.unread = by_latecomers;
  else if (!is_by_levels(kind_))
    places_.unread = by_anyone;
  else
    places_.unread = kind_ == Kind::by_levels && root_ == everyone && !wanted_.are_shares()
                         ? by_nobody
                         : by_partners;
  places_.latest_call = team_.latest_call();
  team_.finish();
  return status_;
}

Introduction::Otherwise AreaCall::without_areas() const {
  const bool fits = elements_.division != schedule::Division::none &&
                    elements_.stride <= ShortCall::most_bytes(team_);
  return fits ? Introduction::Otherwise::another_way : Introduction::Otherwise::wait;
}

Team::Step AreaCall::step(std::int64_t index) const {
  return {
      .cycle = cycle(index), .asked = elements_.asked, .kind = static_cast<std::uint64_t>(kind_)};
}

bool AreaCall::await_all(Progress progress, std::int64_t index) {
  Team::Step next = step(index);
  if (progress == Progress::staged && index == 0) next.which = Team::Step::Which::first;
  const bool have_come = team_.await_all(progress, next);
  if (!have_come) note_mismatch();
  return have_come;
}

void AreaCall::open(std::int64_t index, int readers) {
  use_place(places_, cycle(index), readers);
  if (index == 0) team_.show_asked(step(0));
}

void AreaCall::stage(std::int64_t index, int readers) {
  open(index, readers);
  if (is_torn_) return;
  if (areas_.own() != nullptr) put(index);
  ++staged_;
  team_.show(Progress::staged, cycle(index));
}

void AreaCall::settle_areas() {
  switch (introduction_.settle()) {
    case Introduction::Outcome::known: break;
    case Introduction::Outcome::replaced:
      for (std::int64_t index = 0; areas_.own() != nullptr && index < staged_; ++index) put(index);
      break;
    case Introduction::Outcome::torn: return note_mismatch();
    case Introduction::Outcome::given_up: is_given_up_ = true; return note_failures_of_all();
  }
  if (!introduction_.end()) return note_mismatch();
  const bool is_all_here = !introduction_.is_reader() || areas_.are_all_here();
  if (!is_all_here || introduction_.lacks_own()) note_for_all(elements_.no_memory);
}

}  // namespace allfold::node
