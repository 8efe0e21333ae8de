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
#include "mpi/kept.hpp"
#include "mpi/learner.hpp"
#include "mpi/place.hpp"

namespace allfold::mpi {

/// Calls with one description are decided once, as long as the decision is kept. Which are kept ranks do
/// not know of each other, so deciding sends no messages, except while the ranks learn.
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
    latest_ = nullptr;
    const std::unique_ptr<Decision>* const found = kept_.find(call);
    if (found != nullptr && found->get() != asked && (*found)->is_for(call))
      return *(latest_ = found->get());
    return decide(call);
  }
  /// The latest one, if it is for this call, and the call only needs its run_direct(); else null.
  [[nodiscard]] const Decision* direct(const Arguments& call) const {
    return latest_ != nullptr && latest_->is_direct_for(call) ? latest_ : nullptr;
  }
  /// Decides all calls anew from now on: another carrier serves them.
  void forget() {
    latest_ = nullptr;
    kept_.clear();
  }
  /// What a call on trial took on this rank.
  void note_trial(double seconds) { learner_.add(seconds); }

 private:
  /// Some thousands: they take 0.8 KiB and more.
  static constexpr std::size_t most_bytes = std::size_t{8} << 20;

  struct Hash {
    std::size_t operator()(const Description& call) const {
      return mixed(std::array<std::uint64_t, 6>{
          static_cast<std::uint64_t>(call.count), number_of(call.datatype), number_of(call.op),
          static_cast<std::uint64_t>(call.root), static_cast<std::uint64_t>(call.collective),
          static_cast<std::uint64_t>(call.binding)});
    }
  };
  [[nodiscard]] const Decision& decide(const Description& call);

  const Agreement& agreement_;
  Context& context_;
  Learner learner_;
  Announcements announcements_;
  Kept<Description, std::unique_ptr<Decision>, Hash> kept_{most_bytes};
  const Decision* latest_ = nullptr;  ///< one of these
};

}  // namespace allfold::mpi
