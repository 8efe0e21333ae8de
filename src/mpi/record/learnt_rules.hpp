/// @file The results of online tuning, as rules.
#pragma once

#include <mutex>
#include <string>
#include <vector>

#include "mpi/memory/reserve.hpp"
#include "rules/rules.hpp"

namespace allfold::mpi::record {

/// Results of communicators on which this process is rank 0, whether these are freed or not. The
/// first result for each point is kept.
class Lessons {
 public:
  void add(rules::Measurement measurement);
  [[nodiscard]] std::vector<rules::Measurement> all() const;

 private:
  mutable std::mutex mutex_;
  std::vector<rules::Measurement> all_;
};

/// Local: this rank writes its own results, rank 0 to `file`, which is its ALLFOLD_TUNE_FILE, and
/// rank 3 to FILE.3. Failures are reported.
void write_own_lessons(const Lessons& lessons, const std::string& file);

/// Collective over MPI_COMM_WORLD: rank 0 writes the results of all ranks to its `file`. Failures
/// are reported.
void write_learnt_rules(const Lessons& lessons, const std::string& file, memory::Reserve& reserve);

}  // namespace allfold::mpi::record
