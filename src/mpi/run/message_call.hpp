/// @file Message call: a linked program runs over MPI's point-to-point messages.
#pragma once

#include <algorithm>
#include <memory>

#include "exec/prepared.hpp"
#include "mpi/call/call.hpp"
#include "mpi/messages/program_cache.hpp"
#include "mpi/run/context.hpp"
#include "mpi/run/parts.hpp"
#include "mpi/setup/agreement.hpp"
#include "system/copy.hpp"

namespace allfold::mpi::run {

class MessageCall {
 public:
  struct Setup {
    messages::ProgramKey key;
    schedule::Division division = schedule::Division::elements;
    Parts parts;
  };
  /// `operand` must outlive this. Reserves space for the program in the context.
  MessageCall(const Setup& setup, const call::Description& call, const call::Operand& operand,
              Context& context);

  /// A single rank sends messages to itself only to copy elements with gaps that no loop can copy.
  [[nodiscard]] bool needs_channel() const {
    return !is_alone_ || (!operand_.layout.is_contiguous && operand_.loop == nullptr);
  }
  /// The context's channel must be open if needs_channel().
  Outcome run(const call::Arguments& call, Context& context) const;
  /// Bytes of memory besides the object itself, including its share of the program.
  [[nodiscard]] std::size_t bytes_kept() const {
    return prepared_.bytes_kept() +
           program_->bytes_kept() / static_cast<std::size_t>(std::max(program_.use_count(), 1L));
  }
  /// Whether calls with vectors in host memory are no more than a copy: on a single rank, if
  /// elements are contiguous.
  [[nodiscard]] bool is_copy() const { return is_alone_ && operand_.layout.is_contiguous; }
  void copy(void* result, const void* input, std::int64_t elements) const {
    system::copy(result, input, static_cast<std::size_t>(elements * operand_.layout.extent));
  }

 private:
  [[nodiscard]] exec::Prepared prepared_for(std::int64_t elements, schedule::Blocks wanted) const;

  MPI_Op op_;
  std::int64_t elements_;
  call::Starts starts_;
  node::Signature asked_;
  const call::Operand& operand_;
  program::Binding binding_;
  schedule::Division division_;
  bool gets_share_;
  bool is_alone_;
  Parts parts_;
  std::shared_ptr<const program::Program> program_;
  schedule::Blocks wanted_;  ///< of the result, by this rank
  exec::Prepared prepared_;  ///< for parts of the usual length
};

}  // namespace allfold::mpi::run
