/// @file Shared elements: how the elements of a call pass through shared memory.
#pragma once

#include <optional>

#include "mpi/call/call.hpp"
#include "mpi/call/operand.hpp"
#include "mpi/messages/backend.hpp"
#include "mpi/run/context.hpp"
#include "node/elements.hpp"

namespace allfold::mpi::run {

/// How a call's elements are laid out in shared memory.
struct SharedForm {
  std::int64_t stride = 1;  ///< bytes from one element to the next
  /// `packed`: in MPI's packed form, which differs from that of this rank's vectors.
  enum class Form : std::uint8_t { as_in_vectors, packed } form = Form::as_in_vectors;
  node::Elements::Results results = node::Elements::Results::cached;
  schedule::Division division = schedule::Division::elements;
};

/// Empty if elements, or vectors that are not divided, are too large. Whether it is empty, and the
/// stride, are equal on all ranks: predefined types have the same layout on all ranks, derived
/// types may not. `result_bytes`: the bytes of all results on the node.
[[nodiscard]] std::optional<SharedForm> shared_form_of(const call::Operand& operand,
                                                       std::int64_t elements,
                                                       std::int64_t result_bytes,
                                                       schedule::Division division);

/// The elements of calls, in the form that node::Group uses.
class SharedElements {
 public:
  /// `operand` and `context` must outlive this.
  SharedElements(const call::Description& call, const call::Operand& operand,
                 const SharedForm& form, node::Elements::Risk risk, Context& context);
  SharedElements(const SharedElements&) = delete;
  SharedElements& operator=(const SharedElements&) = delete;

  [[nodiscard]] const node::Elements& elements() const { return elements_; }
  /// For a rank that has failed before the call, and takes part without vectors.
  [[nodiscard]] node::Elements without_vectors() const;
  [[nodiscard]] exec::Arithmetic& arithmetic() { return arithmetic_; }

 private:
  /// Packs by the MPI library, for derived types.
  class Packer final : public node::Packing {
   public:
    Packer(MPI_Datatype datatype, std::int64_t stride) : datatype_(datatype), stride_(stride) {}
    exec::Status pack(void* shared, const void* own, std::int64_t elements) override;
    exec::Status unpack(void* own, const void* shared, std::int64_t elements) override;

   private:
    /// Elements are at most those of a staged piece, so an int is enough.
    [[nodiscard]] int bytes(std::int64_t elements) const {
      return static_cast<int>(elements * stride_);
    }
    MPI_Datatype datatype_;
    std::int64_t stride_;
  };

  /// Accesses nothing of this rank's vectors.
  class Nothing final : public node::Packing {
   public:
    exec::Status pack(void* /*shared*/, const void* /*own*/, std::int64_t /*elements*/) override {
      return MPI_ERR_OTHER;
    }
    exec::Status unpack(void* /*own*/, const void* /*shared*/, std::int64_t /*elements*/) override {
      return MPI_ERR_OTHER;
    }
  };

  messages::Reductions arithmetic_;
  Packer packer_;
  mutable Nothing nothing_;
  node::Elements elements_;
};

}  // namespace allfold::mpi::run
