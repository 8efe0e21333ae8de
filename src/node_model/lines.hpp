/// @file Lines: cache lines of marks and short vectors, each with the cores that have it.
///
/// A store takes the line from all other cores. A load fetches it from the nearest core that has
/// it; the owner serves one core of another L3 after the other, and an L3 passes it on to its own
/// cores. Stores become visible to others in order, some time after the core has gone on.
#pragma once

#include <bitset>
#include <cstdint>
#include <memory>
#include <vector>

#include "node_model/core.hpp"
#include "node_model/fibers.hpp"
#include "node_model/memory.hpp"
#include "node_model/node.hpp"

namespace allfold::node_model {

class Lines {
 public:
  /// `core_of`: by fiber.
  Lines(const Node& node, const Memory& memory, Fibers& fibers, std::vector<Core>& cores,
        const std::vector<int>& core_of);

  /// Scalars of up to 8 bytes, by the fiber that runs.
  [[nodiscard]] std::uint64_t load(const void* at, unsigned bytes);
  void store(void* at, unsigned bytes, std::uint64_t value);
  void prefetch(const void* at);
  /// From begin_poll() to end_poll() or pause(), the lines are noted that this fiber loads.
  void begin_poll();
  void end_poll();
  /// Waits until one of these lines changes after it was loaded; a moment if there is none.
  void pause();

  /// Vectors, all of which lie in lines. Returns when all of it has come.
  [[nodiscard]] double read(const void* from, std::size_t bytes, int core, double clock);
  void write(const void* into, std::size_t bytes, int core, double clock);

 private:
  struct Store {
    double visible;
    void* at;
    unsigned bytes;
    std::uint64_t value;
  };
  struct Waiter {
    int fiber;
    std::uint64_t wait;  ///< which of the fiber's waits
  };
  struct InGroup {
    double arrived = 0;
    double busy = 0;  ///< until then the L3 serves others
  };
  struct Line {
    std::bitset<most_cores> has;
    int owner = -1;  ///< the core that wrote it last; -1: it is in memory only
    std::uint64_t groups = 0;
    double busy = 0;  ///< until then its owner serves others
    std::vector<InGroup> in_group;
    std::vector<Store> stores;  ///< that others do not see yet
    std::uint64_t seen = 0;     ///< stores that others have seen
    std::vector<Waiter> waiters;
  };

  [[nodiscard]] Line& line(std::size_t number);
  [[nodiscard]] Line& line(const void* at) { return line(memory_.line_of(at)); }
  [[nodiscard]] static bool has(const Line& line, int core) {
    return line.has[static_cast<std::size_t>(core)];
  }
  [[nodiscard]] static bool is_alone(const Line& line, int core) {
    return line.owner == core && line.has.count() == 1;
  }
  /// Issues a load; returns when it has come.
  double fetch(Line& line, int core, double issued);
  double fetch_in_group(Line& line, int group, double issued);
  double fetch_from_afar(Line& line, int group, double issued);
  /// The largest latency to a core that has the line.
  [[nodiscard]] double farthest(const Line& line, int core) const;
  void take(Line& line, int core, double visible);
  void wake_waiters(Line& line, double visible);
  /// Writes to memory what has become visible.
  static void apply(Line& line, double clock);

  [[nodiscard]] int core() { return core_of_[static_cast<std::size_t>(fibers_.current())]; }
  [[nodiscard]] Core& state(int core) { return cores_[static_cast<std::size_t>(core)]; }
  struct Poll {
    bool is_on = false;
    struct Look {
      Line* line;
      std::uint64_t seen;  ///< Line::seen at that time
    };
    std::vector<Look> looks;
  };
  [[nodiscard]] Poll& poll() { return polls_[static_cast<std::size_t>(fibers_.current())]; }
  [[nodiscard]] std::uint64_t& wait_of(int fiber) {
    return waits_[static_cast<std::size_t>(fiber)];
  }

  const Node& node_;
  const Memory& memory_;
  Fibers& fibers_;
  std::vector<Core>& cores_;
  const std::vector<int>& core_of_;
  std::vector<std::unique_ptr<Line>> lines_;  ///< by number
  std::vector<Poll> polls_;                   ///< by fiber
  std::vector<std::uint64_t> waits_;          ///< by fiber: its waits up to now
};

}  // namespace allfold::node_model
