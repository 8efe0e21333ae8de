/// @file The processors that this process, and those of its control group, may use.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace allfold::mpi::machine {

/// The processors that a process may use: the affinity of its threads.
struct Processors {
  int count = 1;
  std::uint32_t set = 0;  ///< a hash of the set of processors

  friend bool operator==(const Processors&, const Processors&) = default;
};
[[nodiscard]] Processors usable_processors();
/// Their numbers, in ascending order; empty if they are not known.
[[nodiscard]] std::vector<int> usable_numbers();

/// The numbers in a list such as "0-7,64-71", as the system writes it.
[[nodiscard]] std::vector<int> numbers_in(std::string_view list);

/// The processors of this node that this process's control group may use; all if there is no limit.
/// `root` is prefixed to the paths of system files, for tests.
[[nodiscard]] Processors processors_of_group(const std::string& root = "");

/// The number of processors that these processes can use at the same time. Different sets are
/// assumed to be disjoint, as if each rank was bound to its own processors.
[[nodiscard]] int processors_in_all(std::span<const Processors> processes);

}  // namespace allfold::mpi::machine
