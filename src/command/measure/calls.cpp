#include "command/measure/calls.hpp"

#include <algorithm>
#include <cstring>
#include <limits>

#include "command/sizes.hpp"
#include "mpi/call/pass_on.hpp"
#include "mpi/machine/processors.hpp"
#include "text/format.hpp"

namespace allfold::command::measure {

namespace {

constexpr double batch_seconds = 0.5e-3;
constexpr int fewest_calls = 8;
constexpr int fewest_long_calls = 2;
constexpr int most_calls = 256;
constexpr int most_calls_alone = 4096;  // on one rank, where a call takes nanoseconds
constexpr int trials = 3;

}  // namespace

Calls::Calls(MPI_Comm comm, const Surroundings& surroundings, const Setup& setup)
    : comm_(comm), surroundings_(surroundings), setup_(setup), start_(comm, surroundings) {
  const int largest = std::max(1, *std::ranges::max_element(setup.counts));
  const std::size_t bytes = static_cast<std::size_t>(largest) * setup_.type->extent;
  input_ = allocate(bytes);
  result_ = allocate(bytes);
  const bool is_short = input_ == nullptr || result_ == nullptr;
  if (greatest(std::array{is_short ? 1 : 0})[0] != 0)
    throw Failure(
        text::format("--sizes: out of memory for two vectors of {} on a rank: expected smaller "
                     "vectors; name smaller sizes",
                     readable_bytes(static_cast<std::int64_t>(bytes))));
  std::memset(input_.get(), 0, bytes);
  std::memset(result_.get(), 0, bytes);
  if (std::ranges::find(setup.timings, Timing::cold) == setup.timings.end()) return;
  const std::size_t others = bytes_that_fill(
      mpi::machine::last_level_cache(mpi::machine::usable_numbers()), surroundings.ranks_per_node);
  other_data_ = OtherData(others);
  if (greatest(std::array{other_data_.is_there() ? 0 : 1})[0] != 0)
    throw Failure(
        text::format("--timing cold: out of memory for {} of other data on a rank: expected fewer "
                     "ranks on a node; start fewer, or use another timing",
                     readable_bytes(static_cast<std::int64_t>(others))));
}

// malloc, as in programs: the position of long vectors relative to pages affects times.
Calls::Vector Calls::allocate(std::size_t bytes) { return Vector(std::malloc(bytes + 1)); }

Calls::Elements Calls::result_of(const Call& call) const {
  if (!schedule::goes_in_shares(call.collective))
    return {.first = 0, .last = has_result(call) ? call.count : 0};
  const schedule::Shares shares = shares_of(call);
  return {.first = shares.start(surroundings_.rank), .last = shares.start(surroundings_.rank + 1)};
}

int Calls::make(const Contestant& contestant, const Call& call, MPI_Comm comm) {
  const bool is_in_place = setup_.in_place && has_result(call);
  const void* input = is_in_place ? MPI_IN_PLACE : input_.get();
  mpi::call::Arguments arguments{.collective = call.collective,
                                 .send = input,
                                 .receive = result_.get(),
                                 .count = call.count,
                                 .datatype = setup_.type->datatype(),
                                 .op = setup_.op->op(),
                                 .root = root_of(call),
                                 .comm = comm};
  if (schedule::goes_in_shares(call.collective)) take_shares(call, arguments);
  return mpi::call::pass_on(contestant.calls, arguments);
}

// As programs do: by MPI_Reduce_scatter only if shares are unequal.
void Calls::take_shares(const Call& call, mpi::call::Arguments& arguments) {
  const schedule::Shares shares = shares_of(call);
  if (call.count % surroundings_.ranks == 0) {
    arguments.count = call.count / surroundings_.ranks;
    return;
  }
  counts_.resize(static_cast<std::size_t>(surroundings_.ranks));
  for (int rank = 0; rank < surroundings_.ranks; ++rank)
    counts_[static_cast<std::size_t>(rank)] = static_cast<int>(shares.elements_of(rank));
  arguments.count = 0;
  arguments.counts = mpi::call::Arguments::Counts::listed;
  arguments.list = counts_.data();
}

void Calls::write_operand(const Call& call) {
  void* operand = setup_.in_place && has_result(call) ? result_.get() : input_.get();
  for (std::size_t i = 0; i < static_cast<std::size_t>(call.count); ++i)
    setup_.type->store(operand, i, setup_.op->operand(surroundings_.ranks, surroundings_.rank, i));
}

void Calls::work_before(const Call& call, Timing timing) {
  if (timing == Timing::cold) other_data_.go_through();
  if (timing == Timing::fresh || timing == Timing::cold) write_operand(call);
}

std::string Calls::fault_of(const Contestant& contestant, const Call& call) {
  const auto elements = static_cast<std::size_t>(call.count);
  const int ranks = surroundings_.ranks;
  for (std::size_t i = 0; i < elements; ++i) setup_.type->store(result_.get(), i, {-1, -1});
  write_operand(call);
  const bool is_refused = make(contestant, call, contestant.comm.get()) != MPI_SUCCESS;
  int wrong = 0;
  const Elements own = result_of(call);
  for (std::int64_t i = own.first; i < own.last; ++i) {
    Element right = setup_.op->result(ranks, static_cast<std::size_t>(i));
    if (setup_.type->shape == ElementType::Shape::scalar) right.index = 0;
    if (setup_.type->load(result_.get(), static_cast<std::size_t>(i - own.first)) != right) ++wrong;
  }
  const auto [refused, most_wrong] = greatest(std::array{is_refused ? 1 : 0, wrong});
  if (refused != 0) return "the call is refused";
  return most_wrong == 0 ? "" : text::format("up to {} elements of a rank are wrong", most_wrong);
}

void Calls::check(const Contestant& contestant, const Call& call) {
  const std::string fault = fault_of(contestant, call);
  if (!fault.empty())
    throw WrongAnswer(text::format(
        "wrong result: {} {} {} of {} {} on {} ranks: {}; do not use this algorithm, and report it",
        contestant.name, schedule::name_of(call.collective), setup_.op->name, call.count,
        setup_.type->name, surroundings_.ranks, fault));
}

// In place, each result is the operand of the next call. Zeros stay zero.
void Calls::prepare_timing(const Call& call) {
  if (!setup_.in_place) return;
  const std::size_t bytes = static_cast<std::size_t>(call.count) * setup_.type->extent;
  std::memset(input_.get(), 0, bytes);
  std::memset(result_.get(), 0, bytes);
}

// Ranks agree on the time of each trial, because it decides whether there is another one.
double Calls::quickest(std::span<const Contestant* const> contestants, const Call& call) {
  double quickest = std::numeric_limits<double>::infinity();
  for (int trial = 0; trial < trials; ++trial) {
    const int calls = trial == 0 ? 1 : fewest_long_calls;
    double slower = 0;
    for (const Contestant* contestant : contestants)
      slower = std::max(slower, time(*contestant, call, calls).seconds);
    double slowest_rank = 0;
    native_.allreduce(&slower, &slowest_rank, 1, MPI_DOUBLE, MPI_MAX, comm_);
    quickest = std::min(quickest, slowest_rank);
    if (quickest > long_call_seconds) break;
  }
  return quickest;
}

int Calls::calls_of_batch(double once) const {
  const int fewest = once > long_call_seconds ? fewest_long_calls : fewest_calls;
  const int most = surroundings_.ranks == 1 ? most_calls_alone : most_calls;
  return static_cast<int>(std::clamp<double>(batch_seconds / once, fewest, most));
}

Calls::Timed Calls::time(const Contestant& contestant, const Call& call, int calls) {
  const Start::Signal signal = start_.wait();
  for (int i = 0; i < calls; ++i) make(contestant, call, contestant.comm.get());
  return {.seconds = (now() - signal.moment) / calls, .is_late = signal.is_late};
}

Calls::Timed Calls::time_communicator(const Contestant& contestant) {
  const Start::Signal signal = start_.wait();
  MPI_Comm made = MPI_COMM_NULL;
  MPI_Comm_dup(contestant.comm.get(), &made);
  make(contestant, {.collective = schedule::Collective::allreduce, .count = 1}, made);
  MPI_Comm_free(&made);
  return {.seconds = now() - signal.moment, .is_late = signal.is_late};
}

std::vector<double> Calls::slowest(const std::vector<double>& values) const {
  std::vector<double> over_ranks(values.size());
  native_.reduce(values.data(), over_ranks.data(), static_cast<int>(values.size()), MPI_DOUBLE,
                 MPI_MAX, 0, comm_);
  return over_ranks;
}

}  // namespace allfold::command::measure
