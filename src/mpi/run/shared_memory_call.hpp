/// @file Shared-memory call: all ranks share memory, and all stages of a call use it.
#pragma once

#include <cstddef>
#include <optional>

#include "mpi/call/call.hpp"
#include "mpi/run/parts.hpp"
#include "mpi/run/shared_elements.hpp"
#include "mpi/setup/agreement.hpp"

namespace allfold::mpi::run {

class SharedMemoryCall {
 public:
  /// `operand` and `context` must outlive this.
  SharedMemoryCall(const call::Description& call, const call::Operand& operand,
                   const SharedForm& form, algorithms::WayParameter way,
                   const setup::Agreement& agreement, Context& context);

  /// The room that vectors of `elements` elements need in the staging areas, in bytes per piece; 0
  /// if the group's slots are long enough. Equal on all ranks.
  [[nodiscard]] std::size_t room_for(std::int64_t elements, const node::Group& group) const {
    return group.room_for(elements * elements_.elements().stride);
  }
  /// The way of such vectors before any trial; empty if vectors are short, or the user has chosen
  /// the way.
  [[nodiscard]] std::optional<node::FirstWay> first_way(std::int64_t elements,
                                                        const node::Group& group) const;
  Outcome run(const call::Arguments& call, Context& context) const;
  /// Bytes of memory besides the object itself.
  [[nodiscard]] static std::size_t bytes_kept() { return 0; }
  /// The calls, if they are ready: nothing can fail, and nothing is to be announced. Vectors must be
  /// short and not empty.
  [[nodiscard]] std::optional<node::ShortCall> ready(std::int64_t elements,
                                                     node::Group& group) const {
    // A short call by itself is no NodeCall.
    if constexpr (!messages::ranks_are_processes) return std::nullopt;
    if (speech_ == Speech::announces || elements_.elements().kind != node::Elements::Kind::plain)
      return std::nullopt;
    return group.short_call({.count = elements}, elements_.elements(), wanted_);
  }

 private:
  /// What the ranks do together, in simulations.
  [[nodiscard]] simulation::NodeWork work(std::int64_t bytes, const Context& context) const;
  /// Whether the other ranks do not check for failures of this rank: vectors are short, and the
  /// driver of a GPU was loaded after the communicator was set up.
  [[nodiscard]] bool hides_failures(std::int64_t elements) const;

  program::Binding binding_;
  schedule::Collective collective_;
  std::int64_t count_;   ///< elements of the input
  call::Starts starts_;  ///< of shares in `wanted_`
  node::Wanted wanted_;
  std::optional<node::Way> way_;  ///< empty: the group chooses
  enum class Speech : std::uint8_t { silent, announces } speech_;
  Parts parts_;
  SharedElements elements_;
};

}  // namespace allfold::mpi::run
