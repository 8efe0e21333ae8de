/// @file Staged call: a call whose Plan goes through shared memory in some stages, and by messages
/// in others.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "exec/prepared.hpp"
#include "mpi/call.hpp"
#include "mpi/parts.hpp"
#include "mpi/shared_elements.hpp"
#include "node/slices.hpp"
#include "program/compile.hpp"

namespace allfold::mpi {

/// The stages of one rank, made ready for any number of calls that differ in their buffers only.
class StagedCall {
 public:
  struct Setup {
    schedule::Plan plan;
    /// This rank's, of the whole call.
    program::Binding binding = program::Binding::separate;
    exec::Shape::Result result = exec::Shape::Result::given;
    /// Whether a stage in messages leaves this rank its slice of the result: it gets the result, or
    /// a stage in shared memory takes it from there.
    enum class Slice : std::uint8_t { stays_here, is_elsewhere } slice = Slice::stays_here;
    SharedForm form;
    program::Segmentation segmentation;
    Parts parts;
  };
  /// `operand` must outlive this. In the context there is room for the programs then.
  StagedCall(Setup setup, const Description& call, const Operand& operand, Context& context);

  /// The context's channel is open, and staging areas have memory.
  Outcome run(const Arguments& call, Context& context) const;
  /// The memory that it takes beside itself.
  [[nodiscard]] std::size_t bytes_kept() const;

 private:
  /// A stage; in messages with what runs it.
  struct ReadyStage {
    schedule::Stage stage;
    std::unique_ptr<program::Program> program;
    std::optional<exec::Prepared> prepared;
  };
  class Run;

  [[nodiscard]] bool has_result_memory() const {
    return setup_.result == exec::Shape::Result::given;
  }
  [[nodiscard]] bool keeps_slice() const { return setup_.slice == Setup::Slice::stays_here; }
  /// The elements that a stage works on.
  [[nodiscard]] node::Range range_of(const schedule::Stage& stage, std::int64_t elements) const;
  [[nodiscard]] program::Binding binding_of_messages() const;
  [[nodiscard]] exec::Prepared prepared_for(const ReadyStage& ready, std::int64_t elements,
                                            exec::Shape::Result result) const;

  Setup setup_;
  Description description_;
  const Operand& operand_;
  /// The first stage, if it leaves this rank a slice of the reduction.
  const schedule::Stage* scatter_ = nullptr;
  std::vector<ReadyStage> stages_;
};

}  // namespace allfold::mpi
