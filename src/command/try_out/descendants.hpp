/// @file Descendants: the processes of a run, also those whose parents have ended.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <vector>

namespace allfold::command::try_out {

/// While an object of this class exists, all processes that this process starts, directly or
/// indirectly, stay its descendants: a process that loses its parent becomes a child of this process,
/// which must wait for it. Older descendants, such as a daemon of an earlier run, and the processes
/// that these start are not included.
class Descendants {
 public:
  Descendants();
  Descendants(const Descendants&) = delete;
  Descendants& operator=(const Descendants&) = delete;
  ~Descendants();

  struct Process {
    pid_t number = 0;
    std::uint64_t begin = 0;  ///< clock ticks since boot; with `number` it identifies a process
    pid_t parent = 0;
    pid_t group = 0;
    pid_t session = 0;

    [[nodiscard]] bool is(const Process& other) const {
      return number == other.number && begin == other.begin;
    }
  };

  /// Whether a process is among others.
  [[nodiscard]] static bool contain(const std::vector<Process>& others, const Process& process);

  /// The descendants that have not ended. Empty if /proc cannot be read.
  [[nodiscard]] std::vector<Process> alive();

 private:
  /// Adds processes that older ones have started.
  void note_older(const std::vector<Process>& all);

  std::vector<Process> older_;  ///< and the processes that they were seen to start
};

}  // namespace allfold::command::try_out
