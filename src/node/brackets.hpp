/// @file Brackets: how the operands of a group's ranks are bracketed.
#pragma once

#include <cstddef>
#include <vector>

namespace allfold::node {

/// A perfect binary tree whose leaves are one or two successive ranks. It is a value that the
/// caller provides from the group's kernel, so this layer does not depend on kernels.
class Brackets {
 public:
  /// firsts[i] is the first rank of leaf i. The last entry is the number of ranks. The number of
  /// leaves is a power of two.
  explicit Brackets(std::vector<int> firsts) : firsts_(std::move(firsts)) {}

  [[nodiscard]] int leaves() const { return static_cast<int>(firsts_.size()) - 1; }
  /// The first rank of a leaf.
  [[nodiscard]] int first(int leaf) const { return firsts_[static_cast<std::size_t>(leaf)]; }
  [[nodiscard]] bool is_pair(int leaf) const { return first(leaf + 1) - first(leaf) == 2; }

 private:
  std::vector<int> firsts_;
};

}  // namespace allfold::node
