#include "command/bench/comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <new>

namespace allfold::bench {

namespace {

constexpr std::size_t page_bytes = 4096;
constexpr double batch_seconds = 0.5e-3;
constexpr double long_call_seconds = 20e-3;  // of these a batch has `fewest_long_calls`
constexpr int fewest_calls = 8;
constexpr int fewest_long_calls = 2;
constexpr int most_calls = 256;
constexpr int most_calls_alone = 4096;  // on one rank, where a call takes some nanoseconds
constexpr int trials = 3;
constexpr std::size_t most_turns = 4000;
constexpr double short_call_seconds = 1e-3;  // after how many turns ranks agree whether to go on
constexpr int turns_between_agreements = 20;
constexpr int long_turns_between_agreements = 2;

}  // namespace

Comparison::Comparison(MPI_Comm comm, const Surroundings& surroundings, const Setup& setup)
    : comm_(comm), surroundings_(surroundings), setup_(setup), start_(comm, surroundings) {
  const int largest = std::max(1, *std::ranges::max_element(setup.counts));
  const std::size_t bytes = static_cast<std::size_t>(largest) * setup_.type->extent;
  input_ = allocate(bytes);
  result_ = allocate(bytes);
  const int all_well = input_ != nullptr && result_ != nullptr ? 1 : 0;
  int well_everywhere = 0;
  contenders_[0].allreduce(&all_well, &well_everywhere, 1, MPI_INT, MPI_MIN, comm_);
  if (well_everywhere == 0) throw std::bad_alloc();
  std::memset(input_.get(), 0, bytes);
  std::memset(result_.get(), 0, bytes);
}

Times Comparison::measure(Collective collective, Timing timing, int count) {
  for (const Contender& contender : contenders_) check(contender, collective, count);
  prepare_timing(count);
  const double once = quickest_call(collective, count);
  const int calls = calls_of_batch(timing, once);
  return take_turns(once * calls, calls, [&](const Contender& contender) {
    return time_batch(contender, collective, count, calls);
  });
}

Times Comparison::measure_communicators() {
  const auto time = [&](const Contender& contender) {
    const Start::Signal signal = start_.wait();
    is_late_ = signal.is_late;
    MPI_Comm made = MPI_COMM_NULL;
    MPI_Comm_dup(comm_, &made);
    call(contender, Collective::allreduce, 1, made);
    MPI_Comm_free(&made);
    return now() - signal.moment;
  };
  for (const Contender& contender : contenders_) time(contender);
  return take_turns(0, 1, time);
}

Comparison::Vector Comparison::allocate(std::size_t bytes) {
  return Vector(std::aligned_alloc(page_bytes, (bytes + page_bytes) / page_bytes * page_bytes));
}

bool Comparison::has_result(Collective collective) const {
  return collective == Collective::allreduce || surroundings_.rank == setup_.root;
}

void Comparison::call(const Contender& contender, Collective collective, int count, MPI_Comm comm) {
  const bool is_in_place = setup_.in_place && has_result(collective);
  const void* input = is_in_place ? MPI_IN_PLACE : input_.get();
  MPI_Datatype type = setup_.type->datatype();
  MPI_Op op = setup_.op->op();
  if (collective == Collective::allreduce)
    contender.allreduce(input, result_.get(), count, type, op, comm);
  else
    contender.reduce(input, result_.get(), count, type, op, setup_.root, comm);
}

void Comparison::check(const Contender& contender, Collective collective, int count) {
  const auto elements = static_cast<std::size_t>(count);
  const int ranks = surroundings_.ranks;
  for (std::size_t i = 0; i < elements; ++i) {
    const Element operand = setup_.op->operand(ranks, surroundings_.rank, i);
    setup_.type->store(input_.get(), i, operand);
    setup_.type->store(result_.get(), i, setup_.in_place ? operand : Element{-1, -1});
  }
  call(contender, collective, count, comm_);
  int wrong = 0;
  for (std::size_t i = 0; has_result(collective) && i < elements; ++i) {
    Element right = setup_.op->result(ranks, i);
    if (setup_.type->shape == ElementType::Shape::scalar) right.index = 0;
    if (setup_.type->load(result_.get(), i) != right) ++wrong;
  }
  int most_wrong = 0;
  contenders_[0].allreduce(&wrong, &most_wrong, 1, MPI_INT, MPI_MAX, comm_);
  if (most_wrong > 0)
    throw WrongAnswer(fmt::format(
        "wrong answer: {} {} {} of {} {} on {} ranks (up to {} elements of a rank are not what "
        "they should be) do not use it",
        contender.name, name_of(collective), setup_.op->name, count, setup_.type->name, ranks,
        most_wrong));
}

// In place each result is the next call's operand: of zeros it stays zero.
void Comparison::prepare_timing(int count) {
  if (!setup_.in_place) return;
  const std::size_t bytes = static_cast<std::size_t>(count) * setup_.type->extent;
  std::memset(input_.get(), 0, bytes);
  std::memset(result_.get(), 0, bytes);
}

// What a call takes when nothing else disturbs it; also the warm-up. Ranks agree on each trial,
// since it decides on the next one.
double Comparison::quickest_call(Collective collective, int count) {
  double quickest = std::numeric_limits<double>::infinity();
  for (int trial = 0; trial < trials; ++trial) {
    double slower = 0;
    for (const Contender& contender : contenders_)
      slower = std::max(slower, time_batch(contender, collective, count, fewest_long_calls));
    double slowest_rank = 0;
    contenders_[0].allreduce(&slower, &slowest_rank, 1, MPI_DOUBLE, MPI_MAX, comm_);
    quickest = std::min(quickest, slowest_rank);
    if (quickest > long_call_seconds) break;
  }
  return quickest;
}

int Comparison::calls_of_batch(Timing timing, double once) const {
  if (timing == Timing::separated) return 1;
  const int fewest = once > long_call_seconds ? fewest_long_calls : fewest_calls;
  const int most = surroundings_.ranks == 1 ? most_calls_alone : most_calls;
  return static_cast<int>(std::clamp<double>(batch_seconds / once, fewest, most));
}

// Native first in every other turn, so drift and what one leaves behind for the next hit both
// alike.
template <class TimeBatch>
Times Comparison::take_turns(double once, int calls, TimeBatch time) {
  const int between =
      once > short_call_seconds ? long_turns_between_agreements : turns_between_agreements;
  Sides sides;
  std::vector<double> late;
  const double begin = now();
  int late_now = 0;
  do {
    late_now = 0;
    for (int turn = 0; turn < between; ++turn) {
      bool is_turn_late = false;
      for (int position = 0; position < 2; ++position) {
        const auto side = static_cast<std::size_t>((turn + position) % 2);
        sides[side].push_back(time(contenders_[side]));
        is_turn_late = is_turn_late || is_late_;
      }
      late.push_back(is_turn_late ? 1 : 0);
      late_now += is_turn_late ? 1 : 0;
    }
  } while (is_to_go_on(begin, late.size(), late_now));
  return evaluate(sides, late, calls);
}

double Comparison::time_batch(const Contender& contender, Collective collective, int count,
                              int calls) {
  const Start::Signal signal = start_.wait();
  is_late_ = signal.is_late;
  for (int i = 0; i < calls; ++i) call(contender, collective, count, comm_);
  return (now() - signal.moment) / calls;
}

// Rank 0's time counts; if any rank was late more than once since last asked, starts get later.
bool Comparison::is_to_go_on(double begin, std::size_t turns, int late) {
  const bool has_time = turns < most_turns && now() - begin < setup_.seconds;
  const bool goes_on = turns < fewest_for_interval || has_time;
  const std::array<int, 2> own = {surroundings_.rank == 0 && goes_on ? 1 : 0, late};
  std::array<int, 2> all = {};
  contenders_[0].allreduce(own.data(), all.data(), 2, MPI_INT, MPI_MAX, comm_);
  if (all[1] > 1) start_.widen();
  return all[0] != 0;
}

Times Comparison::evaluate(const Sides& sides, const std::vector<double>& late, int calls) const {
  const std::vector<double> native = slowest(sides[0]);
  const std::vector<double> allfold = slowest(sides[1]);
  const std::vector<double> is_late = slowest(late);
  if (surroundings_.rank != 0) return {};
  auto late_turns = static_cast<std::size_t>(std::ranges::count(is_late, 1.0));
  // Where hardly a start was in time, late ones are all there is.
  if (is_late.size() - late_turns < fewest_for_interval) late_turns = 0;
  std::array<std::vector<double>, 4> kept;
  for (std::size_t turn = 0; turn < native.size(); ++turn) {
    if (late_turns > 0 && is_late[turn] > 0) continue;
    kept[0].push_back(native[turn]);
    kept[1].push_back(allfold[turn]);
    kept[2].push_back(native[turn] / allfold[turn]);
    kept[3].push_back(allfold[turn] - native[turn]);
  }
  return {.native = median(kept[0]),
          .allfold = median(kept[1]),
          .ratio = median(kept[2]),
          .added = median(kept[3]),
          .turns = static_cast<int>(kept[0].size()),
          .calls = calls,
          .late_turns = static_cast<int>(late_turns)};
}

std::vector<double> Comparison::slowest(const std::vector<double>& values) const {
  std::vector<double> over_ranks(values.size());
  contenders_[0].reduce(values.data(), over_ranks.data(), static_cast<int>(values.size()),
                        MPI_DOUBLE, MPI_MAX, 0, comm_);
  return over_ranks;
}

}  // namespace allfold::bench
