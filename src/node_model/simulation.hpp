/// @file Simulation: ranks on a modelled node, each on a core of its own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "node_model/core.hpp"
#include "node_model/fibers.hpp"
#include "node_model/lines.hpp"
#include "node_model/memory.hpp"
#include "node_model/node.hpp"
#include "node_model/ranges.hpp"

namespace allfold::node_model {

/// One run of ranks. The functions of processor.hpp take modelled time in the rank that runs.
class Simulation {
 public:
  /// `core_of`: by rank, different cores. `bytes_of_region`: of the longest vector.
  Simulation(Node node, std::vector<int> core_of, std::size_t bytes_of_region);
  ~Simulation();
  Simulation(const Simulation&) = delete;
  Simulation& operator=(const Simulation&) = delete;

  [[nodiscard]] const Node& node() const { return node_; }
  [[nodiscard]] int ranks() const { return static_cast<int>(core_of_.size()); }
  [[nodiscard]] int core_of(int rank) const { return core_of_[static_cast<std::size_t>(rank)]; }
  /// By rank.
  [[nodiscard]] const std::vector<int>& cores() const { return core_of_; }
  /// Memory for marks and short vectors, whose cache lines are modelled.
  [[nodiscard]] void* lines(std::size_t bytes) { return memory_.lines(bytes); }
  /// Memory for a long vector, on the socket of a rank.
  [[nodiscard]] void* region(int rank) { return memory_.region(node_.socket_of(core_of(rank))); }

  /// Runs body(rank) on all ranks. See Fibers::run().
  void run(const std::function<void(int)>& body) { fibers_.run(ranks(), body); }

  /// The simulation in which a rank runs; null outside.
  [[nodiscard]] static Simulation* running();
  [[nodiscard]] int rank() const { return fibers_.current(); }
  /// Nanoseconds, of the rank that runs.
  [[nodiscard]] double now() { return fibers_.clock(); }
  /// The rank computes for so long.
  void work(double nanoseconds) { fibers_.clock() += nanoseconds; }
  /// Waits for all ranks and their stores, without cost, and `gap` nanoseconds more.
  void meet(double gap);

  /// into = from, and into = left + right, of numbers of 8 bytes.
  void copy(void* into, const void* from, std::size_t bytes, Stores stores);
  void add(void* into, const void* left, const void* right, std::size_t bytes);
  /// The rank has written a vector of its own between calls.
  void note_written(void* vector, std::size_t bytes);

  [[nodiscard]] Lines& lines_model() { return lines_; }
  [[nodiscard]] Traffic& traffic() { return ranges_.traffic(); }

 private:
  /// Returns when a range has come to the rank that runs.
  [[nodiscard]] double read(const void* from, std::size_t bytes);
  void write(void* into, std::size_t bytes, Stores stores);

  Node node_;
  std::vector<int> core_of_;
  Memory memory_;
  Fibers fibers_;
  std::vector<Core> cores_;
  Lines lines_;
  Ranges ranges_;
};

}  // namespace allfold::node_model
