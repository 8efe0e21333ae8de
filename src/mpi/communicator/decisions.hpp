/// @file Decisions: the decisions of a communicator.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

#include "mpi/communicator/announcements.hpp"
#include "mpi/learn/learner.hpp"
#include "mpi/memory/bucket.hpp"
#include "mpi/memory/lru_cache.hpp"
#include "mpi/native/handle.hpp"
#include "mpi/run/decision.hpp"

namespace allfold::mpi::communicator {

/// Calls with the same description are decided once, as long as the decision is cached. Ranks may
/// cache different decisions, so deciding sends no messages, except while calls are tuned online.
class Decisions {
 public:
  /// Both arguments must outlive this. The ranks need not have agreed yet.
  Decisions(const setup::Agreement& agreement, run::Context& context)
      : agreement_(agreement), context_(context), learner_(agreement, context) {}

  /// The decision that serves a call; valid until the next call. While calls are tuned online, this
  /// is collective, and the call must then be made.
  [[nodiscard]] const run::Decision& of(const call::Description& call) {
    const run::Decision* const asked = latest_;
    if (asked != nullptr && asked->is_for(call)) return *asked;
    latest_ = nullptr;
    const std::unique_ptr<run::Decision>* const found = kept_.find(call);
    if (found != nullptr && found->get() != asked && (*found)->is_for(call))
      return *(latest_ = found->get());
    return decide(call);
  }
  /// The decision whose run_ready() serves the call; null if there is none yet.
  [[nodiscard]] const run::Decision* ready(const call::Arguments& call) {
    if (latest_ != nullptr && latest_->is_described_by(call)) [[likely]] {
      if (latest_->is_ready_for(call)) [[likely]]
        return latest_;
      if (!latest_->is_ready()) return nullptr;
    }
    return recalled(call);
  }
  /// Drops all decisions, since another carrier serves the calls from now on.
  void forget() {
    latest_ = nullptr;
    kept_.clear();
  }
  /// The duration of a call on trial on this rank.
  void note_trial(double seconds) { learner_.add(seconds); }

 private:
  /// Room for some thousand decisions of 0.8 KiB or more each.
  static constexpr std::size_t most_bytes = std::size_t{8} << 20;

  struct Hash {
    std::size_t operator()(const call::Description& call) const {
      auto counts = static_cast<std::uint64_t>(call.count);
      for (const std::int64_t start : call.starts.numbers())
        counts =
            memory::mixed(std::array<std::uint64_t, 2>{counts, static_cast<std::uint64_t>(start)});
      return memory::mixed(std::array<std::uint64_t, 6>{
          counts, native::number_of(call.datatype), native::number_of(call.op),
          static_cast<std::uint64_t>(call.root), static_cast<std::uint64_t>(call.collective),
          static_cast<std::uint64_t>(call.binding)});
    }
  };
  [[nodiscard]] const run::Decision& decide(const call::Description& call);
  /// As ready(), among all decisions.
  [[nodiscard]] const run::Decision* recalled(const call::Arguments& call);

  const setup::Agreement& agreement_;
  run::Context& context_;
  learn::Learner learner_;
  Announcements announcements_;
  memory::LruCache<call::Description, std::unique_ptr<run::Decision>, Hash> kept_{most_bytes};
  const run::Decision* latest_ = nullptr;  ///< in kept_
};

}  // namespace allfold::mpi::communicator
