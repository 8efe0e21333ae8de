#include "comparison/rule.hpp"

#include "comparison/parts.hpp"

namespace allfold::comparison {

namespace {

/// Whether the elements, or the values of pairs, are floating-point numbers.
bool is_floating(ops::ElementType type) {
  return visited<bool>(type, []<class Element>(Element) {
    if constexpr (Element::kind == ops::ElementKind::pair)
      return std::is_floating_point_v<decltype(Element::Type::value)>;
    else
      return Element::kind != ops::ElementKind::integer;
  });
}

std::size_t stride_of(ops::ElementType type) {
  return visited<std::size_t>(type, []<class Element>(Element) { return Element::size; });
}

Rule rule_of(ops::ReductionOp op, ops::ElementType element) {
  if (!is_floating(element)) return Rule::bits;
  switch (op) {
    case ops::ReductionOp::sum: return Rule::sum;
    case ops::ReductionOp::prod: return Rule::product;
    default: return Rule::selection;
  }
}

}  // namespace

Form form_of(ops::ReductionOp op, ops::ElementType element) {
  return {.rule = rule_of(op, element), .element = element, .stride = stride_of(element)};
}

Form form_of_unknown(ops::ElementType element) {
  return {.rule = Rule::unknown, .element = element, .stride = stride_of(element)};
}

Form form_of_bytes(std::size_t bytes) { return {.stride = bytes}; }

}  // namespace allfold::comparison
