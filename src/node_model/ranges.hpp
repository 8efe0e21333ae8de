/// @file Ranges: long vectors, as ranges of memory with the caches that have them.
///
/// A range is in a cache until as many other bytes have come into the cache as it holds. What is in
/// no cache is in the memory of its socket. Transfers share the links that they pass.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "node_model/core.hpp"
#include "node_model/links.hpp"
#include "node_model/memory.hpp"
#include "node_model/node.hpp"

namespace allfold::node_model {

/// How a range is written.
enum class Stores : std::uint8_t {
  plain,        ///< a line that is in no cache is read before
  whole_lines,  ///< not read before
  past_caches   ///< to memory
};

class Ranges {
 public:
  Ranges(const Node& node, const Memory& memory, std::vector<Core>& cores);

  /// Ranges of one region, by `core`, whose clock is `clock`. read() returns when all of the range
  /// has come.
  [[nodiscard]] double read(const void* from, std::size_t bytes, int core, double clock);
  void write(const void* into, std::size_t bytes, int core, double clock, Stores stores);

  [[nodiscard]] Traffic& traffic() { return links_.traffic; }

 private:
  struct InGroup {
    double age = 0;  ///< bytes that had come into the L3 when it was used last
    double arrived = 0;
  };
  /// Bytes that have been treated alike.
  struct Segment {
    std::size_t end = 0;
    int writer = -1;  ///< core
    int l2_of = -1;   ///< the core whose L2 may have it
    double l2_age = 0;
    bool was_written = false;
    std::uint64_t groups = 0;
    std::vector<InGroup> in_group;
  };
  using Segments = std::map<std::size_t, Segment>;  ///< by first byte
  struct Access {
    int core;
    double clock;
    int home;  ///< the socket of the memory

    [[nodiscard]] Links::Transfer transfer(double bytes) const {
      return {.core = core, .clock = clock, .bytes = bytes};
    }
  };
  struct Transfer {
    double come;
    double next;  ///< when the next one may be issued
  };
  /// The path of bytes from a cache or memory: the latency of a line, how many lines are on the way
  /// at once, and how many nanoseconds later the links have passed all of it.
  struct Path {
    double latency;
    double lines_at_once;
    double passed;
  };

  template <class F>
  void each_segment(const void* at, std::size_t bytes, F f);
  static Segments::iterator cut(Segments& segments, Segments::iterator segment, std::size_t at);

  Transfer fetch(Segment& segment, double bytes, const Access& access, double issued);
  Transfer fetch_in_group(Segment& segment, double bytes, const Access& access, double issued);
  Path from_group(int source, double bytes, const Access& access);
  Path from_memory(double bytes, const Access& access);
  /// The group from which a core gets a range; -1: from memory.
  [[nodiscard]] int source_of(const Segment& segment, int core, double at) const;
  void store(Segment& segment, double bytes, const Access& access, Stores stores);
  void store_past_caches(Segment& segment, double bytes, const Access& access);
  /// Makes room for a range that was written before, and is in no cache.
  void evict(double bytes, const Access& access, Stores stores);
  [[nodiscard]] double distance_of_others(const Segment& segment, int core) const;

  [[nodiscard]] bool is_in_l2(const Segment& segment, int core) const;
  [[nodiscard]] bool is_in_group(const Segment& segment, int group) const;
  enum class InL3 : std::uint8_t { before, now };
  void keep(Segment& segment, double bytes, int core, InL3 since, double arrived);
  void keep_in_l2(Segment& segment, double bytes, int core);

  [[nodiscard]] Core& state(int core) { return cores_[static_cast<std::size_t>(core)]; }
  [[nodiscard]] const Core& state(int core) const { return cores_[static_cast<std::size_t>(core)]; }

  const Node& node_;
  const Memory& memory_;
  std::vector<Core>& cores_;
  std::vector<Segments> regions_;
  std::vector<double> bytes_into_l3_;  ///< by group
  Links links_;
};

}  // namespace allfold::node_model
