#include "comparison.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <string>
#include <utility>

namespace allfold::bench {
namespace {

constexpr double kBatchSeconds = 0.5e-3;
constexpr int kFewestCalls = 4, kMostCalls = 256;  // of a batch
constexpr int kChunk = 9;  // samples at least: with 9 the interval leaves out the extremes
constexpr int kMostSamples = 4000;

}  // namespace

const char* name(Timing timing) {
  return timing == Timing::back_to_back ? "back to back" : "barrier";
}

Comparison::Comparison(MPI_Comm comm, int largest_count)
    : comm_(comm),
      input_(static_cast<std::size_t>(largest_count)),
      result_(static_cast<std::size_t>(largest_count)) {
  MPI_Comm_rank(comm_, &rank_);
  MPI_Comm_size(comm_, &ranks_);
  // Sums of these are exact, whatever the order.
  for (std::size_t i = 0; i < input_.size(); ++i) input_[i] = rank_ + static_cast<double>(i % 7);
}

Times Comparison::measure(Collective collective, Timing timing, int count, double seconds) {
  // Warms both up, too.
  check(native_, "native", collective, count);
  check(allfold_, "Allfold", collective, count);
  const int calls = timing == Timing::barrier ? 1 : calls_of_batch(collective, count);
  std::vector<double> native, allfold;
  repeat(seconds, [&](int sample) {
    // Taking turns at going first cancels what the first leaves behind for the second.
    if (sample % 2 == 0) native.push_back(time_batch(native_, collective, count, calls));
    allfold.push_back(time_batch(allfold_, collective, count, calls));
    if (sample % 2 != 0) native.push_back(time_batch(native_, collective, count, calls));
  });
  return {.native = slowest(native), .allfold = slowest(allfold)};
}

CommunicatorTimes Comparison::measure_communicators(double seconds) {
  constexpr std::size_t kKinds = 3;
  const std::array<const Library*, kKinds> kinds = {nullptr, &native_, &allfold_};
  std::array<std::vector<double>, kKinds> times;
  for (const Library* kind : kinds) time_communicator(kind);
  repeat(seconds, [&](int sample) {
    for (std::size_t turn = 0; turn < kKinds; ++turn) {
      const std::size_t kind = (static_cast<std::size_t>(sample) + turn) % kKinds;
      times[kind].push_back(time_communicator(kinds[kind]));
    }
  });
  return {.no_call = slowest(times[0]), .native = slowest(times[1]), .allfold = slowest(times[2])};
}

template <typename TakeSample>
void Comparison::repeat(double seconds, TakeSample take_sample) const {
  const double start = MPI_Wtime();
  int samples = 0;
  do {
    for (int i = 0; i < kChunk; ++i) take_sample(samples++);
  } while (agreed(samples < kMostSamples && MPI_Wtime() - start < seconds) != 0);
}

void Comparison::call(const Library& library, Collective collective, int count, MPI_Comm comm) {
  if (collective == Collective::allreduce) {
    library.allreduce(input_.data(), result_.data(), count, MPI_DOUBLE, MPI_SUM, comm);
  } else {
    library.reduce(input_.data(), result_.data(), count, MPI_DOUBLE, MPI_SUM, 0, comm);
  }
}

// So many that the clock's resolution and the barrier before the batch do not matter. The quickest
// of a few trials is what the call takes when nothing else disturbs it.
int Comparison::calls_of_batch(Collective collective, int count) {
  double once = std::numeric_limits<double>::infinity();
  for (int trial = 0; trial < 3; ++trial) {
    once = std::min(once, std::max(time_batch(native_, collective, count, kFewestCalls),
                                   time_batch(allfold_, collective, count, kFewestCalls)));
  }
  return agreed(
      static_cast<int>(std::clamp<double>(kBatchSeconds / once, kFewestCalls, kMostCalls)));
}

// Seconds per call on this rank.
double Comparison::time_batch(const Library& library, Collective collective, int count, int calls) {
  MPI_Barrier(comm_);
  const double start = MPI_Wtime();
  for (int i = 0; i < calls; ++i) call(library, collective, count, comm_);
  return (MPI_Wtime() - start) / calls;
}

// Seconds on this rank; without a library no call is made.
double Comparison::time_communicator(const Library* library) {
  MPI_Barrier(comm_);
  const double start = MPI_Wtime();
  MPI_Comm made;
  MPI_Comm_dup(comm_, &made);
  if (library != nullptr) call(*library, Collective::allreduce, 1, made);
  MPI_Comm_free(&made);
  return MPI_Wtime() - start;
}

void Comparison::check(const Library& library, const char* who, Collective collective, int count) {
  std::ranges::fill(result_, -1.0);
  call(library, collective, count, comm_);
  int wrong = 0;
  if (collective == Collective::allreduce || rank_ == 0) {
    const double ranks = ranks_;
    for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
      const double right = ranks * (ranks - 1) / 2 + ranks * static_cast<double>(i % 7);
      if (result_[i] != right) ++wrong;
    }
  }
  int wrong_anywhere = 0;
  native_.allreduce(&wrong, &wrong_anywhere, 1, MPI_INT, MPI_MAX, comm_);
  if (wrong_anywhere > 0) {
    throw WrongResult(std::string(who) + " " + name(collective) + " of " + std::to_string(count) +
                      " doubles on " + std::to_string(ranks_) + " ranks gave a wrong sum in " +
                      std::to_string(wrong_anywhere) + " of them");
  }
}

// What rank 0 measured decides how much all ranks do.
int Comparison::agreed(int value) const {
  MPI_Bcast(&value, 1, MPI_INT, 0, comm_);
  return value;
}

Median Comparison::slowest(const std::vector<double>& times) const {
  std::vector<double> over_ranks(times.size());
  native_.reduce(times.data(), over_ranks.data(), static_cast<int>(times.size()), MPI_DOUBLE,
                 MPI_MAX, 0, comm_);
  return median(std::move(over_ranks));
}

}  // namespace allfold::bench
