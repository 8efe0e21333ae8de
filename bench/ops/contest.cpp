#include "contest.hpp"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <new>

#include "triad.hpp"

namespace allfold::bench {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t page = 4096;

/// The number of vectors reduced one after the other in a measurement. Together they stay in the
/// first-level cache if one of them does.
std::size_t batch(std::size_t bytes) {
  return std::max<std::size_t>(1, (std::size_t{16} << 10) / bytes);
}

/// Seconds of f(0), f(1), …, after an untimed round that brings all data into the caches.
template <typename Renew, typename F>
double timed(std::size_t calls, Renew renew, F f) {
  for (std::size_t i = 0; i < calls; ++i) f(i);
  renew();
  const auto start = Clock::now();
  for (std::size_t i = 0; i < calls; ++i) f(i);
  return std::chrono::duration<double>(Clock::now() - start).count();
}

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

double clock_seconds() {
  std::vector<double> times(1001);
  for (double& time : times)
    time = timed(
        0, [] {}, [](std::size_t /*call*/) {});
  return median(times);
}

}  // namespace

void Contest::Free::operator()(std::byte* memory) const { std::free(memory); }

Contest::Vector Contest::allocated(int number) {
  const std::size_t bytes = vector_sizes().back();
  void* const memory = std::aligned_alloc(page, bytes + page);
  if (memory == nullptr) throw std::bad_alloc();
  std::memset(memory, 0, bytes + page);
  // Vectors begin at different offsets within a page, because processors may mistake addresses with
  // equal offsets for each other.
  auto* const start = static_cast<std::byte*>(memory);
  return {.memory = std::unique_ptr<std::byte, Free>(start),
          .data = start + std::ptrdiff_t{number} * 9 * 64};
}

Contest::Contest()
    : left_(allocated(0)),
      right_(allocated(1)),
      fresh_right_(allocated(2)),
      a_(allocated(3)),
      b_(allocated(4)),
      c_(allocated(5)),
      clock_seconds_(clock_seconds()) {}

void Contest::renew_right(const Case& c) const {
  for (std::size_t i = 0; i < batch(c.bytes); ++i) {
    std::memcpy(right_.data + i * c.bytes, fresh_right_.data, c.bytes);
  }
}

double Contest::allfold_time(const Case& c) {
  const auto reduce = [&](std::size_t i) {
    std::byte* const right = right_.data + i * c.bytes;
    c.loop->reduce(right, left_.data, right, static_cast<std::size_t>(c.elements()));
  };
  return timed(
             batch(c.bytes), [&] { renew_right(c); }, reduce) -
         clock_seconds_;
}

double Contest::mpi_time(const Case& c) {
  const auto reduce = [&](std::size_t i) {
    PMPI_Reduce_local(left_.data, right_.data + i * c.bytes, c.elements(), c.mpi_type, c.mpi_op);
  };
  return timed(
             batch(c.bytes), [&] { renew_right(c); }, reduce) -
         clock_seconds_;
}

double Contest::triad_time(const Case& c) {
  const auto numbers = [](const Vector& vector, std::size_t at) {
    return reinterpret_cast<double*>(vector.data + at);
  };
  const auto go = [&](std::size_t i) {
    triad(numbers(a_, i * c.bytes), numbers(b_, 0), numbers(c_, 0), c.bytes / sizeof(double));
  };
  return timed(
             batch(c.bytes), [] {}, go) -
         clock_seconds_;
}

bool Contest::mpi_serves(const Case& c) const {
  return c.mpi_type != MPI_DATATYPE_NULL &&
         PMPI_Reduce_local(left_.data, right_.data, 1, c.mpi_type, c.mpi_op) == MPI_SUCCESS;
}

std::vector<Times> Contest::samples(const Case& c, int count) {
  fill(c, left_.data, fresh_right_.data);
  const bool with_mpi = mpi_serves(c);
  const auto calls = static_cast<double>(batch(c.bytes));
  std::vector<Times> samples(static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < samples.size(); ++i) {
    Times& times = samples[i];
    if (i % 2 == 0) times.allfold = allfold_time(c) / calls;
    if (with_mpi) times.mpi = mpi_time(c) / calls;
    times.triad = triad_time(c) / calls;
    if (i % 2 == 1) times.allfold = allfold_time(c) / calls;
  }
  return samples;
}

Times middle(const std::vector<Times>& samples) {
  std::vector<double> allfold;
  std::vector<double> mpi_ratio;
  std::vector<double> triad_ratio;
  for (const Times& times : samples) {
    allfold.push_back(times.allfold);
    triad_ratio.push_back(times.triad / times.allfold);
    if (times.mpi) mpi_ratio.push_back(*times.mpi / times.allfold);
  }
  const double seconds = median(allfold);
  Times result{.allfold = seconds, .triad = median(triad_ratio) * seconds, .mpi = {}};
  if (!mpi_ratio.empty()) result.mpi = median(mpi_ratio) * seconds;
  return result;
}

}  // namespace allfold::bench
