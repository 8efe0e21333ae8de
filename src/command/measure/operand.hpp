/// @file Datatypes, operations, and operands whose reduction is known.
#pragma once

#include <mpi.h>

#include <cstddef>
#include <span>
#include <string_view>

namespace allfold::command::measure {

/// The value of an element. Pair types also have an index.
struct Element {
  double value;
  int index;
  friend bool operator==(const Element&, const Element&) = default;
};

struct ElementType {
  enum class Shape { scalar, pair };

  std::string_view name;
  Shape shape;
  std::size_t extent;  ///< bytes from one element to the next
  MPI_Datatype (*datatype)();
  void (*store)(void* vector, std::size_t place, Element element);
  Element (*load)(const void* vector, std::size_t place);
};

/// Operands are small integers, so that every bracketing gives exactly the same result.
struct Operation {
  std::string_view name;
  ElementType::Shape shape;
  MPI_Op (*op)();
  Element (*operand)(int ranks, int rank, std::size_t place);
  Element (*result)(int ranks, std::size_t place);
};

[[nodiscard]] std::span<const ElementType> element_types();
[[nodiscard]] std::span<const Operation> operations();

}  // namespace allfold::command::measure
