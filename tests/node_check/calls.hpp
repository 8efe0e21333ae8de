/// @file Calls of checked ranks: what they ask for, and what they have to get.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "exec/interfaces.hpp"
#include "node/elements.hpp"
#include "node/hierarchy.hpp"
#include "node/wanted.hpp"
#include "node/way.hpp"
#include "support/shares.hpp"

namespace allfold::testing {

inline constexpr int nobody = -2;
inline constexpr std::int64_t element_bytes = 8;

struct CheckedCall {
  std::int64_t count = 1;  ///< elements of 8 bytes
  int root = node::everyone;
  int lanes = 0;  ///< of a call in two halves; 0: undivided
  ShareLengths shares = ShareLengths::none;
  std::optional<node::Way> way = {};
  enum class Form : std::uint8_t { plain, with_gaps, packed } form = Form::plain;
  node::Elements::Results results = node::Elements::Results::cached;
  schedule::OperandOrder order = schedule::OperandOrder::any;
  schedule::Division division = schedule::Division::elements;
  enum class Result : std::uint8_t { separate, in_place } result = Result::separate;
  int failed = nobody;   ///< a rank that enters the call with a failure
  int failing = nobody;  ///< a rank whose reductions fail
  int odd = nobody;      ///< a rank that asks for something else
  std::size_t group = 0;
  std::size_t room = 0;  ///< on which ranks agree before the call; 0: they do not

  [[nodiscard]] std::int64_t extent() const {
    return form == Form::plain ? element_bytes : 3 * element_bytes;
  }
  [[nodiscard]] bool has_fault() const {
    return failed != nobody || failing != nobody || odd != nobody;
  }
};

/// An operation that is neither commutative nor associative.
[[nodiscard]] std::uint64_t operated(std::uint64_t left, std::uint64_t right);
[[nodiscard]] std::uint64_t input_of(std::size_t rank, std::size_t call, std::int64_t element);
/// By element, bracketed as the hierarchy says.
[[nodiscard]] std::vector<std::uint64_t> result_of(const CheckedCall& call, std::size_t number,
                                                   const node::Hierarchy& hierarchy);
/// What lanes make of their slices between the two halves of a call.
[[nodiscard]] constexpr std::uint64_t across_nodes(std::uint64_t value) { return ~value; }

/// Reductions and copies of elements by checked accesses.
class CheckedArithmetic final : public exec::Arithmetic {
 public:
  CheckedArithmetic(std::int64_t extent, exec::Status status) : extent_(extent), status_(status) {}
  exec::Status reduce(void* into, const void* left, const void* right,
                      std::int64_t elements) override;
  exec::Status copy(void* into, const void* from, std::int64_t elements) override;
  /// The same without an object, for elements without gaps.
  static void loop(void* into, const void* left, const void* right, std::size_t elements);

 private:
  std::int64_t extent_;
  exec::Status status_;
};

/// Packs elements without their gaps.
class CheckedPacking final : public node::Packing {
 public:
  explicit CheckedPacking(std::int64_t extent) : extent_(extent) {}
  exec::Status pack(void* shared, const void* own, std::int64_t elements) override;
  exec::Status unpack(void* own, const void* shared, std::int64_t elements) override;

 private:
  std::int64_t extent_;
};

[[nodiscard]] std::uint64_t read_element(const void* from);
void write_element(void* into, std::uint64_t value);

}  // namespace allfold::testing
