/// @file The parameters of a link, from times that were measured.
#pragma once

#include <optional>
#include <span>

#include "cost/model.hpp"

namespace allfold::tuning {

/// What took `seconds`: so many messages, one after the other, of so many bytes in all.
struct Observation {
  double messages;
  double bytes;
  double seconds;
};

/// The alpha and beta, neither below 0, whose times are nearest to those observed, in proportion to
/// these: short messages count as much as long ones.
[[nodiscard]] cost::LinkCost fit(std::span<const Observation> observations);

/// The gap with which messages that a rank gets from others, all sent at once, took so long: at most
/// the link's alpha. None if they took no longer than one of them: then noise was longer than the gap.
[[nodiscard]] std::optional<double> gap_of(const Observation& at_once, const cost::LinkCost& link);

}  // namespace allfold::tuning
