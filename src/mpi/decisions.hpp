/// @file Decisions: those of a communicator.
#pragma once

#include <array>
#include <memory>

#include "mpi/announcements.hpp"
#include "mpi/decision.hpp"
#include "mpi/handle.hpp"
#include "mpi/learner.hpp"

namespace allfold::mpi {

/// Calls with one description are decided once, as long as the decision is kept: of the latest ones
/// some are. Which those are ranks do not know of each other, so deciding sends no messages, except while
/// the ranks learn.
class Decisions {
 public:
  /// Both must outlive this. The ranks need not have agreed yet.
  Decisions(const Agreement& agreement, Context& context)
      : agreement_(agreement), context_(context), learner_(agreement, context) {}

  /// How a call is served; valid until the next call. While the ranks learn what is best that is
  /// collective, and the call has to be made.
  [[nodiscard]] const Decision& of(const Description& call) {
    std::unique_ptr<Decision>& entry = kept_[place_of(call)];
    latest_ = nullptr;
    if (entry == nullptr || !entry->is_for(call)) return decide(call, entry);
    latest_ = entry.get();
    return *entry;
  }
  /// The latest one, if it is for this call, and the call only needs its run_direct(); else null.
  [[nodiscard]] const Decision* direct(const Arguments& call) const {
    return latest_ != nullptr && latest_->is_direct_for(call) ? latest_ : nullptr;
  }
  /// Decides all calls anew from now on: another carrier serves them.
  void forget() {
    latest_ = nullptr;
    for (std::unique_ptr<Decision>& entry : kept_) entry.reset();
  }
  /// What a call on trial took on this rank.
  void note_trial(double seconds) { learner_.add(seconds); }

 private:
  static constexpr std::size_t most_kept = 8;

  [[nodiscard]] static std::size_t place_of(const Description& call) {
    // Of addresses the low bits are alike, of whole numbers the high ones.
    const auto mixed_bits = [](std::uintptr_t number) { return number + (number >> 6U); };
    const std::size_t mixed = static_cast<std::size_t>(call.count) +
                              mixed_bits(number_of(call.datatype)) +
                              mixed_bits(number_of(call.op)) + static_cast<std::size_t>(call.root) +
                              (call.collective == schedule::Collective::reduce ? 4U : 0U);
    return mixed % most_kept;
  }
  [[nodiscard]] const Decision& decide(const Description& call, std::unique_ptr<Decision>& entry);

  const Agreement& agreement_;
  Context& context_;
  Learner learner_;
  Announcements announcements_;
  std::array<std::unique_ptr<Decision>, most_kept> kept_;
  const Decision* latest_ = nullptr;  ///< one of these
};

}  // namespace allfold::mpi
