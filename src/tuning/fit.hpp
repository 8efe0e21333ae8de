/// @file The parameters of a link, from times that were measured.
#pragma once

#include <optional>
#include <span>

#include "cost/model.hpp"

namespace allfold::tuning {

/// `messages` messages, one after the other, of `bytes` bytes in all, took `seconds`.
struct TimedExchange {
  double messages;
  double bytes;
  double seconds;
};

/// The alpha and beta, neither below 0, with the smallest squares of relative errors: short
/// messages count as much as long ones.
[[nodiscard]] cost::LinkCost fit(std::span<const TimedExchange> exchanges);

/// The gap that explains the time of messages that a rank receives from others, all of which send
/// at the same time: at most the link's alpha. Absent if they took no longer than one of them: then
/// noise exceeds the gap.
[[nodiscard]] std::optional<double> gap_of(const TimedExchange& at_once,
                                           const cost::LinkCost& link);

}  // namespace allfold::tuning
