/// @file The tables that `compare` prints, row by row as they are measured.
#pragma once

#include <mpi.h>

#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>

#include "comparison.hpp"
#include "libraries.hpp"

namespace allfold::bench {

/// Prints on rank 0 of the communicator; on the other ranks it does nothing.
class Report {
 public:
  /// With a `table_file` the rows are written there too, tab-separated. Throws std::runtime_error
  /// if it cannot be written.
  Report(MPI_Comm comm, const std::string& table_file);

  void begin(Collective collective);

  /// Throws std::runtime_error if `kernels` is empty: it was not Allfold that was measured.
  void add(Collective collective, Timing timing, std::uint64_t bytes, const Times& times,
           const std::string& kernels);

  void add(const CommunicatorTimes& times);

 private:
  void write_row(const std::string& subject, const std::string& timing, std::uint64_t bytes,
                 const Times& times, const std::string& kernels);

  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };

  int rank_ = 0;
  int ranks_ = 0;
  std::uint64_t bytes_above_ = 0;
  std::unique_ptr<std::FILE, Close> table_;
};

}  // namespace allfold::bench
