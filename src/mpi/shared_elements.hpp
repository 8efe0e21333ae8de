/// @file Shared elements: how the elements of a call go through shared memory.
#pragma once

#include <optional>

#include "mpi/backend.hpp"
#include "mpi/call.hpp"
#include "mpi/context.hpp"
#include "mpi/operand.hpp"
#include "node/elements.hpp"

namespace allfold::mpi {

/// How a call's elements lie in shared memory.
struct SharedForm {
  std::int64_t stride = 1;  ///< bytes from one to the next
  /// `packed`: as MPI packs them, which this rank's vectors are not.
  enum class Form : std::uint8_t { as_in_vectors, packed } form = Form::as_in_vectors;
  node::Elements::Results results = node::Elements::Results::cached;
  schedule::Division division = schedule::Division::elements;
};

/// None where elements, or vectors that are not divided, are too large. All ranks know alike whether there
/// is one, and its stride: types of MPI's own lie in all ranks' vectors in one way, types of the user's may not.
/// `result_bytes` is what all ranks write of their results.
[[nodiscard]] std::optional<SharedForm> shared_form_of(const Operand& operand,
                                                       std::int64_t elements,
                                                       std::int64_t result_bytes,
                                                       schedule::Division division);

/// What the elements of calls are to node::Group.
class SharedElements {
 public:
  /// `operand` and `context` must outlive this.
  SharedElements(const Description& call, const Operand& operand, const SharedForm& form,
                 node::Elements::Risk risk, Context& context);
  SharedElements(const SharedElements&) = delete;
  SharedElements& operator=(const SharedElements&) = delete;

  [[nodiscard]] const node::Elements& elements() const { return elements_; }
  /// For a rank that has failed before the call and takes part without vectors.
  [[nodiscard]] node::Elements without_vectors() const;
  [[nodiscard]] exec::Arithmetic& arithmetic() { return arithmetic_; }

 private:
  /// By the MPI library, which knows the user's types.
  class Packer final : public node::Packing {
   public:
    Packer(MPI_Datatype datatype, std::int64_t stride) : datatype_(datatype), stride_(stride) {}
    exec::Status pack(void* shared, const void* own, std::int64_t elements) override;
    exec::Status unpack(void* own, const void* shared, std::int64_t elements) override;

   private:
    /// Of a part of the staging area, so this is far below the limit.
    [[nodiscard]] int bytes(std::int64_t elements) const {
      return static_cast<int>(elements * stride_);
    }
    MPI_Datatype datatype_;
    std::int64_t stride_;
  };

  /// Touches nothing of this rank's.
  class Nothing final : public node::Packing {
   public:
    exec::Status pack(void* /*shared*/, const void* /*own*/, std::int64_t /*elements*/) override {
      return MPI_ERR_OTHER;
    }
    exec::Status unpack(void* /*own*/, const void* /*shared*/, std::int64_t /*elements*/) override {
      return MPI_ERR_OTHER;
    }
  };

  Reductions arithmetic_;
  Packer packer_;
  mutable Nothing nothing_;
  node::Elements elements_;
};

}  // namespace allfold::mpi
