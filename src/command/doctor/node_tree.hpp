/// @file Node tree: sockets, NUMA nodes, last-level caches and cores of a node, as the system
/// describes them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace allfold::command::doctor {

/// A part of a node, or all of it.
struct Part {
  enum class Kind : std::uint8_t { node, socket, numa_node, cache, core };
  Kind kind = Kind::node;
  std::vector<int> processors;  ///< in ascending order
  int level = 0;                ///< of a cache
  std::int64_t bytes = 0;       ///< of a cache; 0 if not known
  std::vector<Part> parts;      ///< of the next kind that the system describes
};

/// The parts of this node. Kinds of which the system says nothing are left out. `root` is prefixed
/// to the paths of system files, for tests.
[[nodiscard]] Part node_tree(const std::string& root = "");

/// All parts of a kind, from the first processor on.
[[nodiscard]] std::vector<const Part*> all_of(const Part& node, Part::Kind kind);

/// "2 sockets, each with 4 NUMA nodes, each with 2 L3 caches of 32 MiB, ...". Equal parts are
/// counted.
[[nodiscard]] std::string text_of(const Part& node);

/// "socket", "L3 cache".
[[nodiscard]] std::string name_of(const Part& part);
/// "1 socket", "2 L3 caches": that many parts like this one.
[[nodiscard]] std::string counted(const Part& part, std::size_t number);

/// "0-3,64-67".
[[nodiscard]] std::string list_of(std::span<const int> processors);

}  // namespace allfold::command::doctor
