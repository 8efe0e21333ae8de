/// @file Node: the parameters of a modelled node.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace allfold::node_model {

/// Cores are numbered so that those which share a cache, a die, a NUMA node or a socket follow each
/// other. Times are in nanoseconds, bandwidths in bytes per nanosecond (GB/s).
struct Node {
  std::string name;
  std::string description;

  struct Cores {
    int all = 1;
    int of_socket = 1;
    int of_numa_node = 1;
    int of_l3 = 1;
    int of_die = 0;   ///< behind one link; 0: the cores of a socket are on one mesh
    int threads = 1;  ///< of a core
  } cores;

  /// Of a cache line, from the core that has it to the one that loads it.
  struct Latency {
    double same_l3 = 0;
    double same_socket = 0;
    double other_socket = 0;
    double memory = 0;
    double again_out_of_l3 = 0;  ///< from one transfer of a line out of its L3 to the next
    double again_in_l3 = 0;      ///< the same, to cores of that L3
  } latency;

  /// How many transfers a core has on the way at once.
  struct InFlight {
    double marks = 1;  ///< loads of shared variables in a loop
    double lines = 1;  ///< lines of a vector, from another L3
    double lines_in_l3 = 1;
    double lines_written = 1;
    double lines_of_memory = 1;
    double vectors = 1;  ///< short vectors that are copied or reduced
  } in_flight;

  struct Capacity {
    double l2 = 0;                ///< bytes that a core keeps
    double l3 = 0;                ///< bytes that a group of cores keeps
    double l3_announced = 0;      ///< bytes that the system reports
    bool keeps_far_lines = true;  ///< whether lines of another socket's memory stay in the L3
  } capacity;

  struct Bandwidth {
    double l2 = 0;
    double l3 = 0;
    double out_of_die = 0;
    double into_die = 0;
    double fabric = 0;   ///< of all dies of a socket
    double sockets = 0;  ///< out of a socket, and into it
    double memory = 0;   ///< of a socket
    double reduce = 0;   ///< of a core, whose operands are in its caches
    double copy = 0;
  } bandwidth;

  /// Processor time.
  struct Time {
    double access = 0;     ///< of a shared variable
    double operation = 0;  ///< to begin a copy or a reduction
    double pause = 0;      ///< between two polls
    double call = 0;       ///< of the library, outside the node level
  } time;

  [[nodiscard]] int sockets() const { return cores.all / cores.of_socket; }
  [[nodiscard]] int groups() const { return cores.all / cores.of_l3; }
  [[nodiscard]] int dies() const { return cores.of_die > 0 ? cores.all / cores.of_die : 1; }
  [[nodiscard]] int socket_of(int core) const { return core / cores.of_socket; }
  [[nodiscard]] int group_of(int core) const { return core / cores.of_l3; }
  [[nodiscard]] int die_of(int core) const { return cores.of_die > 0 ? core / cores.of_die : 0; }
  [[nodiscard]] int first_core_of(int group) const { return group * cores.of_l3; }
  [[nodiscard]] bool has_dies() const { return cores.of_die > 0; }
  [[nodiscard]] bool are_in_one_socket(int group, int other) const {
    return socket_of(first_core_of(group)) == socket_of(first_core_of(other));
  }
  /// Latency between the caches of two groups.
  [[nodiscard]] double between(int group, int other) const {
    if (group == other) return latency.same_l3;
    return are_in_one_socket(group, other) ? latency.same_socket : latency.other_socket;
  }
};

inline constexpr int most_cores = 1024;
inline constexpr int most_groups = 64;
inline constexpr std::size_t line_bytes = 64;

/// A parameter by name, such as "latency.same_l3", and where it is stored.
struct Parameter {
  const char* name;
  const char* meaning;  ///< with its unit
  double (*get)(const Node&);
  void (*set)(Node&, double);
  enum class Kind : std::uint8_t { number, whole, yes_or_no } kind = Kind::number;
  double least = 0;  ///< smallest valid value
};
[[nodiscard]] const std::vector<Parameter>& parameters();

/// The first contradiction between parameters, as "PARAMETER: problem: what is expected"; "" if
/// there is none.
[[nodiscard]] std::string contradiction_in(const Node& node);

}  // namespace allfold::node_model
