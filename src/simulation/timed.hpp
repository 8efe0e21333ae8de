/// @file Timed: an Arithmetic that takes simulated time, except in a NodeCall.
#pragma once

#include <utility>

#include "exec/interfaces.hpp"
#include "exec/layout.hpp"
#include "simulation/node_call.hpp"
#include "simulation/time.hpp"

namespace allfold::simulation {

/// Reduces and copies as Inner does. The constructor takes the arguments of Inner's constructor, of
/// which the third is the layout.
template <class Inner>
class Timed final : public exec::Arithmetic {
 public:
  template <class Op, class Datatype, class... Others>
  Timed(Op op, Datatype datatype, const exec::Layout& layout, Others&&... others)
      : inner_(op, datatype, layout, std::forward<Others>(others)...), layout_(layout) {}

  exec::Status reduce(void* into, const void* left, const void* right,
                      std::int64_t elements) override {
    if (!is_in_node_call()) spend(bytes(elements) * costs().reduction);
    return is_computed(elements) ? inner_.reduce(into, left, right, elements) : exec::success;
  }
  exec::Status copy(void* into, const void* from, std::int64_t elements) override {
    if (!is_in_node_call()) spend(bytes(elements) * costs().copy);
    return is_computed(elements) ? inner_.copy(into, from, elements) : exec::success;
  }

 private:
  [[nodiscard]] double bytes(std::int64_t elements) const {
    return static_cast<double>(elements * layout_.true_extent);
  }
  [[nodiscard]] bool is_computed(std::int64_t elements) const {
    return static_cast<std::size_t>(elements * layout_.true_extent) <= costs().most_bytes_computed;
  }

  Inner inner_;
  const exec::Layout& layout_;
};

}  // namespace allfold::simulation
