#include "command/bench/limits.hpp"

#include <sched.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <new>
#include <stdexcept>

#include "command/measure/start.hpp"
#include "system/copy.hpp"

namespace allfold::command::bench {

namespace {

constexpr std::size_t elements_of_page = 4096 / sizeof(double);
/// A chunk of the sum stays in the first-level cache while all vectors are added to it.
constexpr std::size_t elements_at_once = 4096 / sizeof(double);

/// The first element of a rank's share. Shares are whole cache lines, except for the last one.
std::size_t start_of_share(std::size_t elements, int rank, int ranks) {
  constexpr std::size_t line = 64 / sizeof(double);
  const std::size_t lines = (elements + line - 1) / line;
  return std::min(lines * static_cast<std::size_t>(rank) / static_cast<std::size_t>(ranks) * line,
                  elements);
}

void copy(std::span<const double> from, double* into, system::Lines lines = system::Lines::own) {
  system::copy(into, from.data(), from.size_bytes(), lines);
}

}  // namespace

Limits::Limits(MPI_Comm comm, std::size_t most_bytes)
    : elements_((most_bytes / sizeof(double) / elements_of_page + 1) * elements_of_page) {
  MPI_Comm_rank(comm, &rank_);
  MPI_Comm_size(comm, &ranks_);
  const auto places = static_cast<std::size_t>(ranks_);
  const std::size_t head = (places * sizeof(Flag) / 4096 + 1) * 4096;
  const std::size_t bytes = rank_ == 0 ? head + (places + 1) * elements_ * sizeof(double) : 0;
  void* own = nullptr;
  if (MPI_Win_allocate_shared(static_cast<MPI_Aint>(bytes), 1, MPI_INFO_NULL, comm, &own,
                              &window_) != MPI_SUCCESS)
    throw std::runtime_error(
        "--limits: the ranks share no memory: expected all ranks on one node; start them on one "
        "node");
  MPI_Aint size = 0;
  int unit = 0;
  void* memory = nullptr;
  MPI_Win_shared_query(window_, 0, &size, &unit, &memory);
  flags_ = static_cast<Flag*>(memory);
  vectors_ = reinterpret_cast<double*>(static_cast<std::byte*>(memory) + head);
  new (&flag(rank_)) Flag;
  // The owner touches its memory first, so that the pages lie on its NUMA node.
  std::fill_n(vector(rank_), elements_, 0.0);
  if (rank_ == 0) std::fill_n(vector(ranks_), elements_, 0.0);
  MPI_Barrier(comm);
}

Limits::~Limits() {
  if (window_ != MPI_WIN_NULL) MPI_Win_free(&window_);
}

void Limits::wait_for(int rank, std::uint64_t value) const {
  constexpr int looks_without_yield = 1000;
  for (int looks = 0; flag(rank).value.load(std::memory_order_acquire) < value; ++looks)
    if (looks > looks_without_yield) sched_yield();
}

void Limits::barrier() {
  flag(rank_).value.store(++turn_, std::memory_order_release);
  for (int rank = 0; rank < ranks_; ++rank) wait_for(rank, turn_);
}

void Limits::three_passes(std::span<const double> input, std::span<double> result) {
  copy(input, vector(rank_), system::Lines::others_read);
  barrier();
  const std::size_t end = start_of_share(input.size(), rank_ + 1, ranks_);
  for (std::size_t at = start_of_share(input.size(), rank_, ranks_); at < end;
       at += elements_at_once) {
    const std::size_t count = std::min(elements_at_once, end - at);
    double* sum = vector(ranks_) + at;
    copy({vector(0) + at, count}, sum, system::Lines::others_read);
    for (int rank = 1; rank < ranks_; ++rank) {
      const double* operand = vector(rank) + at;
      for (std::size_t i = 0; i < count; ++i) sum[i] += operand[i];
    }
  }
  barrier();
  copy({vector(ranks_), result.size()}, result.data());
  // Otherwise the next call could overwrite data that others still read.
  barrier();
}

void Limits::copies(std::span<const double> input, std::span<double> result) {
  copy(input, result.data());
}

void Limits::remote_write(std::span<const double> input) const {
  copy(input, vector(rank_), system::Lines::others_read);
}

void Limits::remote_read(std::span<const double> input, std::span<double> result) const {
  const double* written = vector(rank_before());
  for (std::size_t i = 0; i < input.size(); ++i) result[i] = written[i] + input[i];
}

double Limits::flag_latency() {
  constexpr int trips_of_trial = 1000;
  constexpr int trials = 20;
  double quickest = std::numeric_limits<double>::infinity();
  for (int trial = 0; ranks_ > 1 && trial < trials; ++trial) {
    barrier();
    const double begin = measure::now();
    for (int trip = 0; trip < trips_of_trial; ++trip) {
      ++turn_;
      if (rank_ == 1) wait_for(0, turn_);
      if (rank_ <= 1) flag(rank_).value.store(turn_, std::memory_order_release);
      if (rank_ == 0) wait_for(1, turn_);
    }
    quickest = std::min(quickest, (measure::now() - begin) / (2 * trips_of_trial));
  }
  return ranks_ > 1 ? quickest : 0;
}

}  // namespace allfold::command::bench
