/// @file Staged call: a call whose Plan goes through shared memory in some stages, and by messages
/// in others.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "exec/prepared.hpp"
#include "mpi/operand.hpp"
#include "mpi/shared_call.hpp"
#include "node/slices.hpp"
#include "schedule/compile.hpp"

namespace allfold {

class Communicator;

/// The stages of one rank, made ready for any number of calls that differ in their buffers only.
class StagedCall {
 public:
  struct Description {
    Plan plan;
    /// This rank's, of the whole call.
    Binding binding = Binding::separate;
    Shape::Result result = Shape::Result::given;
    /// Whether a stage in messages leaves this rank its part of the result: it gets the result, or
    /// a stage in shared memory takes it from there.
    enum class Part : std::uint8_t { stays_here, is_elsewhere } part = Part::stays_here;
    SharedForm form;
    Segmentation segmentation;
    std::int64_t elements = 0;  ///< in most of the calls
  };
  StagedCall(Description description, const Operand& operand);

  /// Of the longest of its programs.
  [[nodiscard]] std::size_t most_operations() const;

  /// Runs one call on these vectors; all ranks run the same number of elements.
  [[nodiscard]] int run(const node::Vectors& vectors, MPI_Op op, Communicator& communicator) const;

 private:
  /// A stage; in messages with what runs it.
  struct Part {
    Stage stage;
    std::unique_ptr<Program> program;
    std::optional<Prepared> prepared;
  };
  class Run;

  [[nodiscard]] bool has_result_memory() const {
    return description_.result == Shape::Result::given;
  }
  [[nodiscard]] bool keeps_part() const {
    return description_.part == Description::Part::stays_here;
  }
  /// The elements that a stage works on.
  [[nodiscard]] node::Range range_of(const Stage& stage, std::int64_t elements) const;
  [[nodiscard]] Binding binding_of_messages() const;
  [[nodiscard]] Prepared prepared_for(const Part& part, std::int64_t elements,
                                      Shape::Result result) const;

  Description description_;
  Operand operand_;
  /// The first stage, if it leaves this rank a part of the reduction.
  const Stage* scatter_ = nullptr;
  std::vector<Part> parts_;
};

}  // namespace allfold
