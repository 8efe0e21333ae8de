/// @file Descendants: the processes of a run, also those whose parents have ended.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <vector>

namespace allfold::command::try_out {

/// While an object of this class exists, processes that this one starts and their descendants stay its
/// descendants: those that lose their parent become its own children, which it has to wait for. Descendants
/// that exist before, such as what an earlier run has left running, do not count, nor does what they start.
class Descendants {
 public:
  Descendants();
  Descendants(const Descendants&) = delete;
  Descendants& operator=(const Descendants&) = delete;
  ~Descendants();

  struct Process {
    pid_t number = 0;
    std::uint64_t begin =
        0;  ///< ticks of the system's clock; number and begin make a process unique
    pid_t parent = 0;
    pid_t group = 0;
    pid_t session = 0;

    [[nodiscard]] bool is(const Process& other) const {
      return number == other.number && begin == other.begin;
    }
  };

  /// Those that have not ended. Empty if /proc cannot be read.
  [[nodiscard]] std::vector<Process> alive();

 private:
  [[nodiscard]] bool is_older(const Process& process) const;
  /// Adds what the older ones have started.
  void note_older(const std::vector<Process>& all);

  std::vector<Process> older_;  ///< with what they have started, as far as that was seen
};

}  // namespace allfold::command::try_out
