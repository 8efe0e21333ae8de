/// @file Vector data: what counts of a call's vectors, to be kept elsewhere.
#pragma once

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <optional>

#include "comparison/rule.hpp"
#include "mpi/call.hpp"
#include "mpi/operand.hpp"

namespace allfold::mpi {

/// Vectors of predefined types, and others without gaps, are kept as they lie in memory; of others
/// the data alone, as MPI packs it: what is in their gaps may change at any time.
class VectorData {
 public:
  /// `packing`: a communicator whose errors are returned.
  VectorData(const Arguments& call, const Operand& operand, MPI_Comm packing);

  /// Of a copy; none where the vectors cannot be copied.
  [[nodiscard]] std::optional<std::size_t> bytes() const { return bytes_; }
  /// How the elements of copies are compared.
  [[nodiscard]] const comparison::Form& form() const { return form_; }
  /// Whether a copy is what a vector is.
  [[nodiscard]] bool is_plain() const { return is_plain_; }
  /// Bytes of a plain vector, from its first element to the end of the last.
  [[nodiscard]] std::size_t plain_bytes() const;

  /// Whether it is done.
  [[nodiscard]] bool save(std::byte* into, const void* vector) const;
  [[nodiscard]] bool restore(void* vector, const std::byte* from) const;
  /// Changes each byte of a plain vector, so that what is not written afterwards is noticed.
  void spoil(void* vector) const;

 private:
  /// Whether packed data is so many bytes, and nothing else.
  [[nodiscard]] bool is_packed_in(std::size_t bytes) const;

  std::int64_t count_;
  MPI_Datatype datatype_;
  const exec::Layout& layout_;
  MPI_Comm packing_;
  comparison::Form form_;
  bool is_plain_;
  std::optional<std::size_t> bytes_;
};

}  // namespace allfold::mpi
