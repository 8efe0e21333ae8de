/// @file Segments: long messages in pieces, so that the reduction of one goes on while the next is
/// on its way, and what has just arrived is still in the cache when it is reduced.
#pragma once

#include <cstdint>

#include "schedule/schedule.hpp"

namespace allfold::program {

/// How long vectors are cut, and how far the pieces run ahead. A few values serve all lengths.
struct Segmentation {
  /// A vector has 2^this segments at least, and less than eight times as many; 0: no segments.
  int log2_segments = 0;
  /// The segments of an arriving message that there is room for at once.
  int places = 4;
  /// `as_ready`: on this network messages go so in all Schedules.
  schedule::Pace pace = schedule::Pace::in_step;

  friend bool operator==(const Segmentation&, const Segmentation&) = default;
};

/// The Segmentation of vectors of `bytes` bytes into segments of up to `segment_bytes` bytes.
[[nodiscard]] Segmentation segmentation_for(std::int64_t bytes, std::int64_t segment_bytes);

/// The Schedule with all its messages and local operations cut at the ends of segments.
///
/// Where it is known how steps divide the vector, a segment is as many whole shares of one step as
/// fit, within a share of the step before, or an equal part of a share. Messages that are not
/// longer than a segment stay whole, and others are cut into equal pieces, except for a few where
/// shares are far shorter than segments.
///
/// Each round becomes several: round j has the j-th piece of every message, and the local
/// operations of each segment follow as soon as all messages of the round that touch the segment
/// have been posted. The order of messages between two ranks changes alike on both, since a message
/// is cut alike by its sender and its receiver. Passing scratch vectors shrink to a few segments.
/// A Schedule in which messages take several vectors at once is for short vectors, and not cut.
[[nodiscard]] schedule::Schedule segmented(const schedule::Schedule& schedule,
                                           const Segmentation& segmentation);

}  // namespace allfold::program
