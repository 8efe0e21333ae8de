#include "program/segmentation.hpp"

#include <algorithm>
#include <variant>
#include <vector>

namespace allfold::program {

namespace {

/// Calls visit(segment, piece) for the piece of `blocks` in each segment of `length` blocks.
template <class Visit>
void for_each_piece(schedule::Blocks blocks, std::int64_t length, Visit visit) {
  for (std::int64_t first = blocks.first; first < blocks.last;) {
    const std::int64_t last = std::min(blocks.last, (first / length + 1) * length);
    visit(first / length, schedule::Blocks{.first = first, .last = last});
    first = last;
  }
}

/// Cuts the rounds of a Schedule, one after the other, into several each.
class Cutter {
 public:
  /// First cuts each block into `factor` blocks, then all ranges at the ends of segments of
  /// `length` blocks. The new rounds are added to `rounds`.
  Cutter(std::int64_t factor, std::int64_t length, std::vector<schedule::Round>& rounds)
      : factor_(factor), length_(length), rounds_(rounds) {}

  void cut(const schedule::Round& round) {
    begin_ = rounds_.size();
    std::ranges::fill(latest_round_, 0);
    for (const schedule::Receive& r : round.receives) note_messages(refined(r.blocks));
    for (const schedule::Send& s : round.sends) note_messages(refined(s.blocks));
    for (const schedule::Receive& r : round.receives) cut_message(r, &schedule::Round::receives);
    for (const schedule::Send& s : round.sends) cut_message(s, &schedule::Round::sends);
    for (const schedule::Local& local : round.locals)
      std::visit([&](const auto& each) { cut_local(each); }, local);
  }
  /// The number of rounds by which, at most, the local operations of a segment come after its piece
  /// of a message, in the round that was cut last.
  [[nodiscard]] std::int64_t lag(const schedule::Receive& message) const {
    const schedule::Blocks blocks = refined(message.blocks);
    std::int64_t most = 0;
    for_each_piece(blocks, length_, [&](std::int64_t segment, schedule::Blocks) {
      most = std::max(most, round_of(segment) - (segment - blocks.first / length_));
    });
    return most;
  }
  [[nodiscard]] schedule::Blocks refined(schedule::Blocks blocks) const {
    return {.first = blocks.first * factor_, .last = blocks.last * factor_};
  }

 private:
  void note_messages(schedule::Blocks blocks) {
    for_each_piece(blocks, length_, [&](std::int64_t segment, schedule::Blocks) {
      const auto index = static_cast<std::size_t>(segment);
      if (index >= latest_round_.size()) latest_round_.resize(index + 1, 0);
      std::int64_t& latest = latest_round_[index];
      latest = std::max(latest, segment - blocks.first / length_);
    });
  }
  /// The new round that contains the local operations of a segment.
  [[nodiscard]] std::int64_t round_of(std::int64_t segment) const {
    const auto index = static_cast<std::size_t>(segment);
    return index < latest_round_.size() ? latest_round_[index] : 0;
  }
  schedule::Round& new_round(std::int64_t index) {
    const std::size_t i = begin_ + static_cast<std::size_t>(index);
    if (rounds_.size() <= i) rounds_.resize(i + 1);
    return rounds_[i];
  }
  template <class Message>
  void cut_message(const Message& message, std::vector<Message> schedule::Round::*list) {
    const schedule::Blocks blocks = refined(message.blocks);
    for_each_piece(blocks, length_, [&](std::int64_t segment, schedule::Blocks piece) {
      Message& of_piece = (new_round(segment - blocks.first / length_).*list).emplace_back(message);
      of_piece.blocks = piece;
    });
  }
  template <class Local>
  void cut_local(const Local& local) {
    for_each_piece(refined(local.blocks), length_,
                   [&](std::int64_t segment, schedule::Blocks piece) {
                     Local of_piece = local;
                     of_piece.blocks = piece;
                     new_round(round_of(segment)).locals.emplace_back(of_piece);
                   });
  }

  std::int64_t factor_;
  std::int64_t length_;
  std::vector<schedule::Round>& rounds_;
  std::size_t begin_ = 0;                   // of what this round is cut into, in rounds_
  std::vector<std::int64_t> latest_round_;  // by segment
};

/// Whether segments may share places in a scratch vector.
///
/// The lengths of blocks differ by an element, so that in one place a block of one segment may
/// overlap with the next block of another. Hazards order the operations of two segments only if
/// these have a block of the place in common. Therefore all pieces must have a block in common.
class Sharing {
 public:
  explicit Sharing(std::int64_t length) : length_(length), common_{.first = 0, .last = length} {}

  void note(schedule::Blocks message) {
    for_each_piece(message, length_, [&](std::int64_t segment, schedule::Blocks piece) {
      common_.first = std::max(common_.first, piece.first - segment * length_);
      common_.last = std::min(common_.last, piece.last - segment * length_);
    });
  }
  [[nodiscard]] bool is_ordered() const { return !common_.empty(); }

 private:
  std::int64_t length_;
  schedule::Blocks common_;
};

/// The segments of a vector: `length` blocks each, after each block was cut into `factor` blocks.
struct Grid {
  std::int64_t factor;
  std::int64_t length;
};

/// Cuts a vector of `blocks` blocks into at least `segments` segments, and less than four times as
/// many. The number of blocks of a segment is a power of two.
Grid grid_by_powers(std::int64_t blocks, std::int64_t segments) {
  Grid grid{.factor = 1, .length = 1};
  while (blocks * grid.factor < segments) grid.factor *= 2;
  while (grid.length * 2 * segments <= blocks * grid.factor) grid.length *= 2;
  return grid;
}

/// The smallest divisor of `number` that is at least `least`. Requires least <= number.
std::int64_t divisor_from(std::int64_t least, std::int64_t number) {
  while (number % least != 0) ++least;
  return least;
}

/// The shares of a step are not cut apart if this would make so many times the necessary number of
/// segments. The limit of the first step is higher, because its segments are no shorter than its
/// own messages. In later steps, all messages of the steps before are cut into more pieces, too:
/// with more than twice as many, segments of 128 KiB become shorter than 64 KiB, which SMPI and
/// others send eagerly, so that no pace can keep ranks in step (bench/notes/messages.md, "Segments
/// of divided vectors").
constexpr std::int64_t too_many_at_first = 8;
constexpr std::int64_t too_many_later = 2;

/// The same if it is known how steps divide the vector: segments are whole shares, unless these are
/// too short.
Grid grid_by_shares(const schedule::Schedule& schedule, std::int64_t segments) {
  std::int64_t factor = 1;
  std::int64_t count = 1;
  const auto cut_each = [&](std::int64_t parts) {
    count *= parts;
    while (schedule.blocks * factor % count != 0) factor *= parts;
  };
  for (const std::int64_t shares : schedule.divisions) {
    const std::int64_t needed = (segments + count - 1) / count;
    const std::int64_t parts = shares <= needed ? shares : divisor_from(needed, shares);
    if (count * parts >= segments * (count == 1 ? too_many_at_first : too_many_later)) {
      if (count > 1) break;
      // No other step divides the vector yet, so that segments need not be equal.
      return {.factor = 1, .length = schedule.blocks / shares * (shares / needed)};
    }
    cut_each(parts);
    if (count >= segments) break;
  }
  if (count == 1) return grid_by_powers(schedule.blocks, segments);
  while (count < segments) cut_each(2);
  // With a large prime number of shares, equal parts are so small that programs take long to link.
  constexpr std::int64_t most_parts = 64;
  if (factor > most_parts && schedule.blocks * factor > 4 * segments)
    return grid_by_powers(schedule.blocks, segments);
  return {.factor = factor, .length = schedule.blocks * factor / count};
}

/// Whether some message carries several vectors.
bool takes_whole_vectors(const schedule::Schedule& schedule) {
  return std::ranges::any_of(schedule.rounds, [](const schedule::Round& round) {
    const auto is_of_several = [](const auto& message) { return message.vectors > 1; };
    return std::ranges::any_of(round.sends, is_of_several) ||
           std::ranges::any_of(round.receives, is_of_several);
  });
}

}  // namespace

Segmentation segmentation_for(std::int64_t bytes, std::int64_t segment_bytes) {
  Segmentation segmentation;
  while (segment_bytes << segmentation.log2_segments < bytes) ++segmentation.log2_segments;
  return segmentation;
}

schedule::Schedule segmented(const schedule::Schedule& schedule, const Segmentation& segmentation) {
  if (takes_whole_vectors(schedule)) return schedule;
  if (segmentation.log2_segments == 0) return schedule;
  const Grid grid = grid_by_shares(schedule, std::int64_t{1} << segmentation.log2_segments);
  schedule::Schedule cut{.ranks = schedule.ranks,
                         .rank = schedule.rank,
                         .blocks = schedule.blocks * grid.factor,
                         .scratch = schedule.scratch,
                         .rounds = {},
                         .pace = schedule.pace,
                         .divisions = schedule.divisions,
                         .segment = grid.length};

  std::vector<std::int64_t> places(schedule.scratch.size(), segmentation.places);
  cut.rounds.reserve(schedule.rounds.size());
  Cutter cutter(grid.factor, cut.segment, cut.rounds);
  std::vector<Sharing> sharing(schedule.scratch.size(), Sharing(cut.segment));
  for (const schedule::Round& round : schedule.rounds) {
    cutter.cut(round);
    for (const schedule::Receive& r : round.receives)
      if (schedule::is_scratch(r.into)) {
        std::int64_t& needed = places[static_cast<std::size_t>(schedule::scratch_index(r.into))];
        needed = std::max(needed, segmentation.places + cutter.lag(r));
        sharing[static_cast<std::size_t>(schedule::scratch_index(r.into))].note(
            cutter.refined(r.blocks));
      }
  }
  for (std::size_t s = 0; s < places.size(); ++s) {
    schedule::Scratch& scratch = cut.scratch[s];
    scratch.room = cutter.refined(scratch.room);
    const bool saves = places[s] * cut.segment < scratch.room.size() && sharing[s].is_ordered();
    if (saves && scratch.life == schedule::Scratch::Life::passing) scratch.places = places[s];
  }
  return cut;
}

}  // namespace allfold::program
