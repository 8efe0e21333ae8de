/// @file Staged call: a call whose Plan uses shared memory in some stages and messages in others.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "exec/prepared.hpp"
#include "mpi/call/call.hpp"
#include "mpi/run/parts.hpp"
#include "mpi/run/shared_elements.hpp"
#include "node/slices.hpp"
#include "program/compile.hpp"

namespace allfold::mpi::run {

/// The stages of one rank, prepared for any number of calls that differ only in their buffers.
class StagedCall {
 public:
  struct Setup {
    schedule::Plan plan;
    /// Of this rank, for the whole call.
    program::Binding binding = program::Binding::separate;
    schedule::Blocks wanted;  ///< of the result, by this rank
    /// Whether stages in messages leave this rank its slice of the result: it gets the result, or a
    /// stage in shared memory takes the slice from there.
    enum class Slice : std::uint8_t { stays_here, is_elsewhere } slice = Slice::stays_here;
    SharedForm form;
    program::Segmentation segmentation;
    Parts parts;
  };
  /// `operand` must outlive this. Reserves space for the programs in the context.
  StagedCall(Setup setup, const call::Description& call, const call::Operand& operand,
             Context& context);

  /// The context's channel must be open, and staging areas must have memory.
  Outcome run(const call::Arguments& call, Context& context) const;
  /// Bytes of memory besides the object itself.
  [[nodiscard]] std::size_t bytes_kept() const;

 private:
  /// A stage; if it uses messages, with its program.
  struct ReadyStage {
    schedule::Stage stage;
    std::unique_ptr<program::Program> program;
    std::optional<exec::Prepared> prepared;
  };
  class Run;

  [[nodiscard]] bool has_result_memory() const { return !setup_.wanted.empty(); }
  [[nodiscard]] bool keeps_slice() const { return setup_.slice == Setup::Slice::stays_here; }
  /// The elements of a stage.
  [[nodiscard]] node::Range range_of(const schedule::Stage& stage, std::int64_t elements) const;
  [[nodiscard]] program::Binding binding_of_messages() const;
  /// Prepares a stage of messages. Its result is in memory of the call, or in a work buffer.
  enum class Result : std::uint8_t { in_memory, in_work_buffer };
  [[nodiscard]] exec::Prepared prepared_for(const ReadyStage& ready, std::int64_t elements,
                                            Result result) const;

  Setup setup_;
  call::Description description_;
  const call::Operand& operand_;
  /// The first stage, if it leaves this rank a slice of the reduction; otherwise null.
  const schedule::Stage* scatter_ = nullptr;
  std::vector<ReadyStage> stages_;
};

}  // namespace allfold::mpi::run
