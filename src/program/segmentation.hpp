/// @file Segments: long messages are cut into pieces, so that the reduction of one piece overlaps
/// with the transfer of the next, and a piece is still in the cache when it is reduced.
#pragma once

#include <cstdint>

#include "schedule/schedule.hpp"

namespace allfold::program {

/// How long vectors are cut, and how far the pieces run ahead. A few values serve all lengths.
struct Segmentation {
  /// A vector has at least 2^this segments, and less than eight times as many; 0: no segments.
  int log2_segments = 0;
  /// The number of segments of an arriving message for which there is room at once.
  int places = 4;
  /// The pace of the network: `as_ready` replaces that of all Schedules.
  schedule::Pace pace = schedule::Pace::in_step;

  friend bool operator==(const Segmentation&, const Segmentation&) = default;
};

/// The Segmentation of vectors of `bytes` bytes into segments of up to `segment_bytes` bytes.
[[nodiscard]] Segmentation segmentation_for(std::int64_t bytes, std::int64_t segment_bytes);

/// The Schedule with all its messages and local operations cut at the ends of segments.
///
/// If it is known how steps divide the vector, a segment is as many whole shares of one step as
/// fit, within a share of the step before, or an equal part of a share. Messages that are not
/// longer than a segment stay whole, and others are cut into equal pieces, except for a few if
/// shares are far shorter than segments.
///
/// Each round becomes several: round j has the j-th piece of every message, and the local
/// operations of each segment follow as soon as all messages of the round that touch the segment
/// have been posted. The order of messages between two ranks changes alike on both, since a message
/// is cut alike by its sender and its receiver. Passing scratch vectors shrink to a few segments.
/// A Schedule whose messages carry several vectors is for short vectors and is not cut.
[[nodiscard]] schedule::Schedule segmented(const schedule::Schedule& schedule,
                                           const Segmentation& segmentation);

}  // namespace allfold::program
