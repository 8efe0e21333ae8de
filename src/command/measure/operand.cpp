#include "command/measure/operand.hpp"

#include <array>
#include <cstring>

namespace allfold::command::measure {

namespace {

// The period divides no power of two, so that misplaced blocks are detected.
constexpr std::size_t period = 7;

double pattern(std::size_t place) { return static_cast<double>(place % period); }

Element ascending(int /*ranks*/, int rank, std::size_t place) {
  return {.value = rank + pattern(place), .index = rank};
}

/// Values repeat after so many ranks, so that sums on 100,000 ranks are exact in a float.
constexpr int period_of_ranks = 251;

Element summand(int ranks, int rank, std::size_t place) {
  return ascending(ranks, rank % period_of_ranks, place);
}
Element sum_of_all(int ranks, std::size_t place) {
  const auto sum_below = [](double p) { return p * (p - 1) / 2; };
  const int whole = ranks / period_of_ranks;
  return {.value = whole * sum_below(period_of_ranks) + sum_below(ranks % period_of_ranks) +
                   ranks * pattern(place),
          .index = 0};
}
Element greatest(int ranks, std::size_t place) {
  return {.value = ranks - 1 + pattern(place), .index = ranks - 1};
}
Element least(int /*ranks*/, std::size_t place) { return {.value = pattern(place), .index = 0}; }

/// At each place one rank has 2 and all others have 1.
Element one_or_two(int ranks, int rank, std::size_t place) {
  const bool is_two = place % static_cast<std::size_t>(ranks) == static_cast<std::size_t>(rank);
  return {.value = is_two ? 2.0 : 1.0, .index = 0};
}
Element two(int /*ranks*/, std::size_t /*place*/) { return {.value = 2, .index = 0}; }

template <class Scalar>
void store_scalar(void* vector, std::size_t place, Element element) {
  static_cast<Scalar*>(vector)[place] = static_cast<Scalar>(element.value);
}
template <class Scalar>
Element load_scalar(const void* vector, std::size_t place) {
  return {.value = static_cast<double>(static_cast<const Scalar*>(vector)[place]), .index = 0};
}

template <class Value>
struct Pair {
  Value value;
  int index;
};
template <class Value>
void store_pair(void* vector, std::size_t place, Element element) {
  static_cast<Pair<Value>*>(vector)[place] = {.value = static_cast<Value>(element.value),
                                              .index = element.index};
}
template <class Value>
Element load_pair(const void* vector, std::size_t place) {
  const Pair<Value>& pair = static_cast<const Pair<Value>*>(vector)[place];
  return {.value = static_cast<double>(pair.value), .index = pair.index};
}

template <class Scalar>
constexpr ElementType scalar_type(std::string_view name, MPI_Datatype (*datatype)()) {
  return {.name = name,
          .shape = ElementType::Shape::scalar,
          .extent = sizeof(Scalar),
          .datatype = datatype,
          .store = store_scalar<Scalar>,
          .load = load_scalar<Scalar>};
}
template <class Value>
constexpr ElementType pair_type(std::string_view name, MPI_Datatype (*datatype)()) {
  return {.name = name,
          .shape = ElementType::Shape::pair,
          .extent = sizeof(Pair<Value>),
          .datatype = datatype,
          .store = store_pair<Value>,
          .load = load_pair<Value>};
}

constexpr std::array types{
    scalar_type<double>("double", [] { return MPI_DOUBLE; }),
    scalar_type<float>("float", [] { return MPI_FLOAT; }),
    scalar_type<int>("int", [] { return MPI_INT; }),
    scalar_type<long>("long", [] { return MPI_LONG; }),
    pair_type<double>("double_int", [] { return MPI_DOUBLE_INT; }),
    pair_type<float>("float_int", [] { return MPI_FLOAT_INT; }),
};

template <class Scalar>
void add(const void* in, void* inout, int count) {
  const auto* from = static_cast<const Scalar*>(in);
  auto* to = static_cast<Scalar*>(inout);
  for (int i = 0; i < count; ++i) to[i] += from[i];
}

// MPI_User_function prescribes a pointer to non-const for the count.
// NOLINTBEGIN(readability-non-const-parameter)

/// A plain loop, like a typical user-defined sum.
void sum_of_the_user(void* in, void* inout, int* count, MPI_Datatype* type) {
  if (*type == MPI_DOUBLE) add<double>(in, inout, *count);
  if (*type == MPI_FLOAT) add<float>(in, inout, *count);
  if (*type == MPI_INT) add<int>(in, inout, *count);
  if (*type == MPI_LONG) add<long>(in, inout, *count);
}

/// Returns the left operand. The operation does not commute, so the result shows the order of the
/// operands.
void first_of_the_user(void* in, void* inout, int* count, MPI_Datatype* type) {
  MPI_Aint least = 0;
  MPI_Aint extent = 0;
  MPI_Type_get_extent(*type, &least, &extent);
  std::memcpy(inout, in, static_cast<std::size_t>(*count) * static_cast<std::size_t>(extent));
}

// NOLINTEND(readability-non-const-parameter)

MPI_Op made(MPI_User_function* function, bool commutes) {
  MPI_Op op = MPI_OP_NULL;
  MPI_Op_create(function, commutes ? 1 : 0, &op);
  return op;
}

// Created at first use, which must be after MPI_Init.
MPI_Op user_operation() {
  static MPI_Op op = made(sum_of_the_user, true);
  return op;
}
MPI_Op ordered_user_operation() {
  static MPI_Op op = made(first_of_the_user, false);
  return op;
}

using enum ElementType::Shape;
constexpr std::array all_operations{
    Operation{"sum", scalar, [] { return MPI_SUM; }, summand, sum_of_all},
    Operation{"prod", scalar, [] { return MPI_PROD; }, one_or_two, two},
    Operation{"max", scalar, [] { return MPI_MAX; }, ascending, greatest},
    Operation{"min", scalar, [] { return MPI_MIN; }, ascending, least},
    Operation{"user", scalar, user_operation, summand, sum_of_all},
    Operation{"user-ordered", scalar, ordered_user_operation, ascending, least},
    Operation{"maxloc", pair, [] { return MPI_MAXLOC; }, ascending, greatest},
    Operation{"minloc", pair, [] { return MPI_MINLOC; }, ascending, least},
};

}  // namespace

std::span<const ElementType> element_types() { return types; }
std::span<const Operation> operations() { return all_operations; }

}  // namespace allfold::command::measure
