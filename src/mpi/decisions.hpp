/// @file Decisions: those of a communicator.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

#include "mpi/announcements.hpp"
#include "mpi/decision.hpp"
#include "mpi/handle.hpp"
#include "mpi/learner.hpp"
#include "mpi/place.hpp"

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
    const Decision* const asked = latest_;
    if (asked != nullptr && asked->is_for(call)) return *asked;
    Set& set = kept_[set_of(call)];
    latest_ = nullptr;
    for (const std::unique_ptr<Decision>& entry : set)
      if (entry != nullptr && entry.get() != asked && entry->is_for(call))
        return *(latest_ = entry.get());
    return decide(call, set);
  }
  /// The latest one, if it is for this call, and the call only needs its run_direct(); else null.
  [[nodiscard]] const Decision* direct(const Arguments& call) const {
    return latest_ != nullptr && latest_->is_direct_for(call) ? latest_ : nullptr;
  }
  /// Decides all calls anew from now on: another carrier serves them.
  void forget() {
    latest_ = nullptr;
    for (Set& set : kept_)
      for (std::unique_ptr<Decision>& entry : set) entry.reset();
  }
  /// What a call on trial took on this rank.
  void note_trial(double seconds) { learner_.add(seconds); }

 private:
  using Set = std::array<std::unique_ptr<Decision>, 2>;

  [[nodiscard]] std::size_t set_of(const Description& call) const {
    return place_of(std::array<std::uint64_t, 6>{static_cast<std::uint64_t>(call.count),
                                                 number_of(call.datatype), number_of(call.op),
                                                 static_cast<std::uint64_t>(call.root),
                                                 static_cast<std::uint64_t>(call.collective),
                                                 static_cast<std::uint64_t>(call.binding)},
                    kept_.size());
  }
  [[nodiscard]] const Decision& decide(const Description& call, Set& set);

  const Agreement& agreement_;
  Context& context_;
  Learner learner_;
  Announcements announcements_;
  std::array<Set, 8> kept_;
  const Decision* latest_ = nullptr;  ///< one of these
};

}  // namespace allfold::mpi
