/// @file Vector data: copies of the data of a call's vectors.
#pragma once

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <optional>

#include "comparison/rule.hpp"
#include "mpi/call/call.hpp"
#include "mpi/call/operand.hpp"

namespace allfold::mpi::call {

/// Vectors of predefined types, and others without gaps, are copied in their in-memory form. Of
/// other vectors only the data is copied, in MPI's packed form, since the content of gaps may
/// change at any time.
class VectorData {
 public:
  /// For vectors of so many elements. `packing`: a communicator whose errors are returned.
  VectorData(const Arguments& call, std::int64_t elements, const Operand& operand,
             MPI_Comm packing);

  [[nodiscard]] std::int64_t elements() const { return count_; }
  /// Bytes of a copy; empty if the vectors cannot be copied.
  [[nodiscard]] std::optional<std::size_t> bytes() const { return bytes_; }
  /// How the elements of copies are compared.
  [[nodiscard]] const comparison::Form& form() const { return form_; }
  /// Whether copies have the in-memory form.
  [[nodiscard]] bool is_plain() const { return is_plain_; }
  /// Bytes of a vector in that form, from its first element to the end of the last.
  [[nodiscard]] std::size_t plain_bytes() const;

  /// Both return whether they succeeded.
  [[nodiscard]] bool save(std::byte* into, const void* vector) const;
  [[nodiscard]] bool restore(void* vector, const std::byte* from) const;
  /// Changes each byte of a vector without gaps, so that bytes which are not written afterwards are
  /// detected.
  void spoil(void* vector) const;

 private:
  /// Whether packed data has exactly that many bytes.
  [[nodiscard]] bool is_packed_in(std::size_t bytes) const;

  std::int64_t count_;
  MPI_Datatype datatype_;
  const exec::Layout& layout_;
  MPI_Comm packing_;
  comparison::Form form_;
  bool is_plain_;
  std::optional<std::size_t> bytes_;
};

}  // namespace allfold::mpi::call
