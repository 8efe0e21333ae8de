#include "schedule/segment.hpp"

#include <algorithm>
#include <iterator>
#include <unordered_map>
#include <utility>

namespace allfold {

namespace {

/// The parts of `blocks` in each segment of `length` blocks.
template <class Visit>
void for_each_piece(Blocks blocks, std::int64_t length, Visit visit) {
  for (std::int64_t first = blocks.first; first < blocks.last;) {
    const std::int64_t last = std::min(blocks.last, (first / length + 1) * length);
    visit(first / length, Blocks{.first = first, .last = last});
    first = last;
  }
}

/// One round of a Schedule, cut into several.
class CutRound {
 public:
  CutRound(const Round& round, std::int64_t length) : length_(length) {
    for (const Receive& r : round.receives) note_messages(r.blocks);
    for (const Send& s : round.sends) note_messages(s.blocks);
    for (const Receive& r : round.receives) cut(r, &Round::receives);
    for (const Send& s : round.sends) cut(s, &Round::sends);
    for (const Local& local : round.locals)
      std::visit([&](const auto& step) { cut_local(step); }, local);
  }

  [[nodiscard]] std::vector<Round>& parts() { return parts_; }
  /// By how many parts the local steps of a segment come after its piece of a message.
  [[nodiscard]] std::int64_t lag(Blocks message) const {
    std::int64_t most = 0;
    for_each_piece(message, length_, [&](std::int64_t segment, Blocks) {
      most = std::max(most, part_of(segment) - (segment - message.first / length_));
    });
    return most;
  }

 private:
  void note_messages(Blocks blocks) {
    for_each_piece(blocks, length_, [&](std::int64_t segment, Blocks) {
      std::int64_t& part = latest_part_[segment];
      part = std::max(part, segment - blocks.first / length_);
    });
  }
  /// The part in which the local steps of a segment are.
  [[nodiscard]] std::int64_t part_of(std::int64_t segment) const {
    const auto found = latest_part_.find(segment);
    return found == latest_part_.end() ? 0 : found->second;
  }
  Round& part(std::int64_t index) {
    const auto i = static_cast<std::size_t>(index);
    if (parts_.size() <= i) parts_.resize(i + 1);
    return parts_[i];
  }
  template <class Message>
  void cut(const Message& message, std::vector<Message> Round::*list) {
    for_each_piece(message.blocks, length_, [&](std::int64_t segment, Blocks piece) {
      Message& of_piece =
          (part(segment - message.blocks.first / length_).*list).emplace_back(message);
      of_piece.blocks = piece;
    });
  }
  template <class Step>
  void cut_local(const Step& step) {
    for_each_piece(step.blocks, length_, [&](std::int64_t segment, Blocks piece) {
      Step of_piece = step;
      of_piece.blocks = piece;
      part(part_of(segment)).locals.emplace_back(of_piece);
    });
  }

  std::int64_t length_;
  std::vector<Round> parts_;
  std::unordered_map<std::int64_t, std::int64_t> latest_part_;  // by segment
};

/// What is received into a scratch vector.
struct Arrivals {
  std::int64_t places;  ///< for segments, that are needed
  /// Blocks differ by one element, so in a place the second block of one segment may begin where
  /// the first one of another still is. Pieces that all begin with their segment's first block use
  /// that block's cell all of them, and so never lie in a place together.
  bool begin_with_segments = true;
};

void refine(Blocks& blocks, std::int64_t factor) {
  blocks = {.first = blocks.first * factor, .last = blocks.last * factor};
}

/// Cuts each block into `factor` blocks.
void refine(Schedule& schedule, std::int64_t factor) {
  schedule.blocks *= factor;
  for (Scratch& scratch : schedule.scratch) refine(scratch.room, factor);
  for (Round& round : schedule.rounds) {
    for (Receive& r : round.receives) refine(r.blocks, factor);
    for (Send& s : round.sends) refine(s.blocks, factor);
    for (Local& local : round.locals)
      std::visit([&](auto& step) { refine(step.blocks, factor); }, local);
  }
}

}  // namespace

Segmentation segmentation_for(std::int64_t bytes, std::int64_t segment_bytes) {
  Segmentation segmentation;
  while (segment_bytes << segmentation.log2_segments < bytes) ++segmentation.log2_segments;
  return segmentation;
}

Schedule segmented(Schedule schedule, const Segmentation& segmentation) {
  if (segmentation.log2_segments == 0) return schedule;
  const std::int64_t segments = std::int64_t{1} << segmentation.log2_segments;
  std::int64_t factor = 1;
  while (schedule.blocks * factor < segments) factor *= 2;
  refine(schedule, factor);
  schedule.segment = 1;
  while (schedule.segment * 2 * segments <= schedule.blocks) schedule.segment *= 2;

  std::vector<Arrivals> arrivals(schedule.scratch.size(), {.places = segmentation.places});
  std::vector<Round> rounds;
  for (const Round& round : schedule.rounds) {
    CutRound cut(round, schedule.segment);
    for (const Receive& r : round.receives)
      if (is_scratch(r.into)) {
        Arrivals& in = arrivals[static_cast<std::size_t>(scratch_index(r.into))];
        in.places = std::max(in.places, segmentation.places + cut.lag(r.blocks));
        in.begin_with_segments &= r.blocks.first % schedule.segment == 0;
      }
    std::ranges::move(cut.parts(), std::back_inserter(rounds));
  }
  schedule.rounds = std::move(rounds);
  for (std::size_t s = 0; s < arrivals.size(); ++s) {
    Scratch& scratch = schedule.scratch[s];
    const Arrivals& in = arrivals[s];
    const bool saves = in.places * schedule.segment < scratch.room.size();
    if (saves && in.begin_with_segments && scratch.life == Scratch::Life::passing)
      scratch.places = in.places;
  }
  return schedule;
}

}  // namespace allfold
