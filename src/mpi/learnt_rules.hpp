/// @file What a program has learnt online, as rules.
#pragma once

#include <mutex>
#include <string>
#include <vector>

#include "mpi/reserve.hpp"
#include "rules/rules.hpp"

namespace allfold::mpi {

/// What a process has learnt as the first rank of its communicators, these freed or not. Of each point
/// what was learnt first counts.
class Lessons {
 public:
  void add(rules::Measurement measurement);
  [[nodiscard]] std::vector<rules::Measurement> all() const;

 private:
  mutable std::mutex mutex_;
  std::vector<rules::Measurement> all_;
};

/// Local: this rank writes what it has learnt itself, rank 0 to `file`, its ALLFOLD_TUNE_FILE, and
/// rank 3 beside it, as FILE.3. What cannot be written is said.
void write_own_lessons(const Lessons& lessons, std::string file);

/// Collective over MPI_COMM_WORLD: rank 0 writes what all ranks have learnt to its `file`. What
/// cannot be written is said.
void write_learnt_rules(const Lessons& lessons, const std::string& file, Reserve& reserve);

}  // namespace allfold::mpi
