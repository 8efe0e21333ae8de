/// @file Times of native and Allfold calls that alternate within one process.
#pragma once

#include <mpi.h>

#include <stdexcept>
#include <vector>

#include "libraries.hpp"
#include "median.hpp"

namespace allfold::bench {

enum class Timing {
  back_to_back,  /// many calls between two readings of the clock: the time per call in a row
  barrier,       /// a barrier before every call: the time of a call that all ranks enter together
};

const char* name(Timing timing);

struct WrongResult : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Seconds per call; a sample is the time of the rank that took longest.
struct Times {
  Median native;
  Median allfold;
};

struct CommunicatorTimes {
  Median no_call;
  Median native;
  Median allfold;
};

/// All members are collective over the communicator; medians are valid on its rank 0.
class Comparison {
 public:
  /// Room for vectors of `largest_count` doubles.
  Comparison(MPI_Comm comm, int largest_count);

  /// SUM of `count` doubles in about `seconds`. Throws WrongResult, on all ranks, if either
  /// library's result is wrong anywhere.
  Times measure(Collective collective, Timing timing, int count, double seconds);

  /// A communicator is made, used for one Allreduce of one double (or not at all), and freed.
  CommunicatorTimes measure_communicators(double seconds);

 private:
  /// Takes samples, numbered from 0, for about `seconds`, equally many on all ranks.
  template <typename TakeSample>
  void repeat(double seconds, TakeSample take_sample) const;

  int calls_of_batch(Collective collective, int count);
  void call(const Library& library, Collective collective, int count, MPI_Comm comm);
  double time_batch(const Library& library, Collective collective, int count, int calls);
  double time_communicator(const Library* library);
  void check(const Library& library, const char* who, Collective collective, int count);
  int agreed(int value) const;
  Median slowest(const std::vector<double>& times) const;

  MPI_Comm comm_;
  int rank_ = 0;
  int ranks_ = 0;
  Library native_ = native_library();
  Library allfold_ = allfold_library();
  std::vector<double> input_;
  std::vector<double> result_;
};

}  // namespace allfold::bench
