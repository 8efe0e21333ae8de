/// @file Shared-memory call: all ranks share memory, and every stage of a call goes through it.
#pragma once

#include <cstddef>
#include <optional>

#include "mpi/agreement.hpp"
#include "mpi/call.hpp"
#include "mpi/parts.hpp"
#include "mpi/shared_elements.hpp"

namespace allfold::mpi {

class SharedMemoryCall {
 public:
  /// `operand` and `context` must outlive this.
  SharedMemoryCall(const Description& call, const Operand& operand, const SharedForm& form,
                   algorithms::Way way, const Agreement& agreement, Context& context);

  /// The room that so many elements need in the staging areas: none if the group's slots are long
  /// enough for them. Alike on all its ranks.
  [[nodiscard]] std::size_t room_for(std::int64_t elements, const node::Group& group) const {
    return group.room_for(elements * elements_.elements().stride);
  }
  /// The way of so many elements as long as no call has shown more; none: vectors are short, or the
  /// user has said which way they go.
  [[nodiscard]] std::optional<node::FirstWay> first_way(std::int64_t elements,
                                                        const node::Group& group) const;
  Outcome run(const Arguments& call, Context& context) const;
  /// The memory that it takes beside itself.
  [[nodiscard]] static std::size_t bytes_kept() { return 0; }
  /// Whether calls of short vectors in the host's memory can be run by run_direct(): nothing can
  /// fail, and nothing is told.
  [[nodiscard]] bool can_run_direct() const {
    return speech_ == Speech::silent && elements_.elements().kind == node::Elements::Kind::plain;
  }
  /// Returns an error that is to be raised.
  int run_direct(const Arguments& call, Context& context) const {
    return context.group->reduce_short(vectors_of(call, program::Binding::separate),
                                       elements_.elements(), root_);
  }

 private:
  /// Whether the other ranks do not look for failures of this one: vectors are short, and the
  /// driver of a GPU has been loaded after the communicator's set-up.
  [[nodiscard]] bool hides_failures(std::int64_t elements) const;

  program::Binding binding_;
  int root_;                      ///< or node::everyone
  std::optional<node::Way> way_;  ///< none: the group knows
  enum class Speech : std::uint8_t { silent, announces } speech_;
  Parts parts_;
  SharedElements elements_;
};

}  // namespace allfold::mpi
