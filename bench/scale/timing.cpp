#include "timing.hpp"

#include <memory>
#include <stdexcept>
#include <vector>

#include "allfold/allfold.h"
#include "peers.hpp"
#include "schedule/blocks.hpp"
#include "simulation/time.hpp"

namespace allfold::bench {

namespace {

constexpr int root = 0;

struct Release {
  void operator()(long* memory) const { simulation::release(memory); }
};
using Vector = std::unique_ptr<long, Release>;

Vector vector_of(int count) {
  constexpr std::size_t alignment = 64;
  void* memory = simulation::allocate(alignment, static_cast<std::size_t>(count) * sizeof(long));
  if (memory == nullptr) throw std::runtime_error("there is no memory for the vectors");
  return Vector(static_cast<long*>(memory));
}

}  // namespace

Timing::Timing(const Contest& contest, const std::string& contestant,
               schedule::Collective collective, Starts& starts)
    : contest_(contest), contestant_(contestant), collective_(collective), starts_(starts) {
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank_);
  PMPI_Comm_size(MPI_COMM_WORLD, &ranks_);
  if (!is_peer() &&
      allfold_configure(schedule::row_of(collective).variable, contestant.c_str()) != 0)
    throw std::runtime_error(allfold_error());
  // Communicators are made at the first call, and ranks agree on settings. This is not timed.
  const auto prepare = [&] {
    if (rank_ == 0) set_usual_collectives();
  };
  starts_.timed(prepare, [&] {
    if (!is_peer()) PMPI_Comm_dup(MPI_COMM_WORLD, &comm_);
  });
  const long one = 1;
  long sum = 0;
  timed(&one, &sum, 1);
}

Timing::~Timing() {
  if (is_peer()) return;
  allfold_configure(schedule::row_of(collective_).variable, "auto");
  starts_.timed([] {}, [&] { MPI_Comm_free(&comm_); });
}

void Timing::reduce(const long* input, long* result, int count) {
  MPI_Op const op = is_peer() ? sum_for(peer()) : MPI_SUM;
  switch (collective_) {
    case schedule::Collective::allreduce: {
      const auto function = is_peer() ? peer_allreduce() : &MPI_Allreduce;
      function(input, result, count, MPI_LONG, op, comm_);
      break;
    }
    case schedule::Collective::reduce: {
      const auto function = is_peer() ? peer_reduce() : &MPI_Reduce;
      function(input, result, count, MPI_LONG, op, root, comm_);
      break;
    }
    case schedule::Collective::reduce_scatter: {
      const schedule::Shares shares(count, ranks_);
      shares_.clear();
      for (int rank = 0; rank < ranks_; ++rank)
        shares_.push_back(static_cast<int>(shares.elements_of(rank)));
      const auto function = is_peer() ? peer_reduce_scatter() : &MPI_Reduce_scatter;
      function(input, result, shares_.data(), MPI_LONG, op, comm_);
    }
  }
}

Timing::Elements Timing::result_of(int count) const {
  if (schedule::goes_in_shares(collective_)) {
    const schedule::Shares shares(count, ranks_);
    return {.first = shares.start(rank_), .last = shares.start(rank_ + 1)};
  }
  return {.first = 0, .last = schedule::gets_result(collective_, root, rank_) ? count : 0};
}

double Timing::timed(const long* input, long* result, int count) {
  return starts_.timed(
      [&] {
        if (rank_ == 0 && is_peer()) set_peer(peer(), collective_);
      },
      [&] { reduce(input, result, count); });
}

std::string Timing::kernel_of_last_call() {
  if (is_peer()) return contestant_;
  const std::string collective(schedule::name_of(collective_));
  std::string last = "native";
  std::vector<std::uint64_t> counts;
  for (int k = 0; const char* kernel = allfold_kernel(k); ++k) {
    counts.push_back(allfold_calls(collective.c_str(), kernel));
    if (counts_.size() > static_cast<std::size_t>(k) && counts.back() > counts_[counts.size() - 1])
      last = kernel;
  }
  counts_ = std::move(counts);
  return last;
}

TimedCall Timing::call(std::int64_t bytes) {
  constexpr std::int64_t element = sizeof(long);
  const auto count = static_cast<int>((bytes + element - 1) / element);
  const Vector input = vector_of(count);
  const Vector result = vector_of(count);
  const auto at = [](long* vector, int i) -> long& { return vector[i]; };
  for (int i = 0; contest_.is_checked && i < count; ++i) {
    at(input.get(), i) = 3L * rank_ + i;
    at(result.get(), i) = -1;
  }
  TimedCall done;
  // If ranks share hosts, the first call of a length allocates shared memory, and the second one
  // counts.
  for (int calls = contest_.ranks_per_host > 1 ? 2 : 1; calls > 0; --calls) {
    static_cast<void>(kernel_of_last_call());
    done.seconds = timed(input.get(), result.get(), count);
    done.kernel = kernel_of_last_call();
  }
  if (!contest_.is_checked) return done;
  const long of_ranks = 3L * ranks_ * (ranks_ - 1) / 2;
  double wrong = 0;
  const Elements own = result_of(count);
  for (std::int64_t i = own.first; i < own.last; ++i)
    if (at(result.get(), static_cast<int>(i - own.first)) !=
        of_ranks + static_cast<long>(ranks_) * i)
      wrong = 1;
  starts_.timed([] {}, [&] { wrong = greatest_of_all(wrong); });
  done.values = wrong > 0 ? TimedCall::Values::wrong : TimedCall::Values::right;
  return done;
}

}  // namespace allfold::bench
