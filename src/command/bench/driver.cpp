#include "command/bench/driver.hpp"

#include <algorithm>
#include <chrono>
#include <exception>
#include <utility>

#include "command/bench/comparison.hpp"
#include "command/bench/watchdog.hpp"
#include "command/measure/format.hpp"
#include "command/measure/stopping.hpp"
#include "command/sizes.hpp"
#include "command/usage_error.hpp"
#include "text/format.hpp"

namespace allfold::command::bench {

namespace {

/// Below the second that mpirun leaves its processes. The other ranks give rank 0 time to print.
constexpr std::chrono::milliseconds grace_of_first(400);
constexpr std::chrono::milliseconds grace_of_others(2000);

constexpr int failed = -1;  // told by rank 0 instead of a signal

/// A communicator of the first `ranks` ranks; MPI_COMM_NULL on the others.
class FirstRanks {
 public:
  FirstRanks(MPI_Comm comm, const measure::Surroundings& there, int ranks) {
    MPI_Comm_split(comm, there.rank < ranks ? 0 : MPI_UNDEFINED, there.rank, &comm_);
  }
  FirstRanks(const FirstRanks&) = delete;
  FirstRanks& operator=(const FirstRanks&) = delete;
  ~FirstRanks() {
    if (comm_ != MPI_COMM_NULL) MPI_Comm_free(&comm_);
  }
  [[nodiscard]] MPI_Comm get() const { return comm_; }

 private:
  MPI_Comm comm_ = MPI_COMM_NULL;
};

Row overhead_of(const measure::Match& match, const measure::Setup& setup) {
  Comparison comparison(MPI_COMM_SELF, measure::survey(MPI_COMM_SELF), setup,
                        measure::contest_of(setup, match, MPI_COMM_SELF));
  const std::vector<Times> times =
      comparison.measure(match.collective, measure::Timing::back_to_back, 1);
  return {.ranks = 1,
          .ranks_per_node = 1,
          .collective = match.collective,
          .timing = measure::Timing::back_to_back,
          .bytes = static_cast<std::int64_t>(setup.type->extent),
          .times = times.empty() ? Times{} : times.front()};
}

}  // namespace

Driver::Driver(const measure::Request& request, const measure::Setup& setup,
               const measure::Surroundings& there, MPI_Comm comm)
    : request_(request),
      setup_(setup),
      there_(there),
      comm_(comm),
      numbers_(measure::numbers_of_ranks(setup, there.ranks)) {
  if (there.rank == 0) session_.emplace(request, setup, there, points());
}

int Driver::run() {
  const Watchdog watchdog(session_ ? grace_of_first : grace_of_others, [&](int signal) {
    if (session_) session_->end_from_aside(signal);
  });
  if (session_) session_->begin();
  if (wants_overhead()) together(session_.has_value(), [&] { measure_overhead(); });
  for (const int ranks : numbers_)
    if (stopped_by_ == 0) measure_on_first(ranks);
  if (session_) session_->end(stopped_by_);
  return stopped_by_;
}

bool Driver::wants_sizes() const {
  return !request_.overhead && !request_.communicators && !request_.limits;
}

bool Driver::wants_overhead() const {
  return request_.overhead || (wants_sizes() && there_.ranks == 1);
}

int Driver::points() const {
  std::size_t of_group = 0;
  if (wants_sizes())
    of_group += setup_.matches.size() * setup_.timings.size() * setup_.counts.size();
  if (request_.communicators) of_group += 1;
  if (request_.limits) of_group += setup_.counts.size();
  return static_cast<int>(numbers_.size() * of_group + (wants_overhead() ? 1 : 0));
}

void Driver::together(bool works, const std::function<void()>& work) {
  std::exception_ptr problem;
  try {
    if (works) work();
  } catch (const UsageError&) {
    problem = std::current_exception();
  } catch (const measure::Failure&) {
    problem = std::current_exception();
  }
  const int outcome = measure::told_asleep(problem ? failed : stopped_by_, comm_);
  if (problem) std::rethrow_exception(problem);
  if (outcome == failed) throw measure::Failure("other ranks failed; see the message of rank 0");
  stopped_by_ = outcome;
}

void Driver::measure_on_first(int ranks) {
  const FirstRanks first(comm_, there_, ranks);
  const bool works = there_.rank < ranks;
  together(works, [&] { measure({.comm = first.get(), .there = measure::survey(first.get())}); });
}

void Driver::measure(const Group& group) {
  if (wants_sizes()) measure_sizes(group);
  if (request_.communicators) measure_communicators(group);
  if (request_.limits) measure_limits(group);
}

void Driver::measure_sizes(const Group& group) {
  for (const measure::Match& match : setup_.matches) {
    Comparison comparison(group.comm, group.there, setup_,
                          measure::contest_of(setup_, match, group.comm));
    for (const measure::Timing timing : setup_.timings) {
      if (session_) session_->begin_table(match, timing, group.there.ranks);
      for (const int count : setup_.counts) {
        measure_point(group, comparison, match, timing, count);
        if (stopped_by_ != 0) return;
      }
    }
  }
}

void Driver::measure_point(const Group& group, Comparison& comparison, const measure::Match& match,
                           measure::Timing timing, int count) {
  const auto bytes = count * static_cast<std::int64_t>(setup_.type->extent);
  if (session_)
    session_->show(text::format(
        "{}, {}, {}, {}", schedule::name_of(match.collective), measure::name_of(timing),
        measure::counted(group.there.ranks, "rank"), readable_bytes(bytes)));
  std::vector<Row> rows;
  for (Times& times : comparison.measure(match.collective, timing, count))
    rows.push_back({.ranks = group.there.ranks,
                    .ranks_per_node = group.there.ranks_per_node,
                    .collective = match.collective,
                    .timing = timing,
                    .bytes = bytes,
                    .times = std::move(times)});
  stopped_by_ = comparison.stopped_by();
  if (session_ && !rows.empty()) session_->add(match, rows);
}

void Driver::measure_overhead() {
  session_->show("call overhead");
  measure::Setup setup = setup_;
  setup.root = 0;
  setup.counts = {1};
  std::vector<Row> rows;
  for (measure::Match match : setup.matches) {
    match.others.clear();
    match.also.clear();
    rows.push_back(overhead_of(match, setup));
    const measure::Profiled profiled;
    rows.push_back(overhead_of(match, setup));
    rows.back().times.algorithm += ", profiled";
  }
  stopped_by_ = measure::noted_signal();
  if (stopped_by_ == 0) session_->add_overhead(rows);
}

void Driver::measure_communicators(const Group& group) {
  if (session_)
    session_->show(text::format("communicators, {}", measure::counted(group.there.ranks, "rank")));
  const measure::Match& match = setup_.matches.front();
  Comparison comparison(group.comm, group.there, setup_,
                        measure::contest_of(setup_, match, group.comm));
  const measure::Forced forced(match.native);
  const measure::Configured configured(setup_.algorithm, {&match.collective, 1});
  const std::optional<Times> times = comparison.measure_communicators();
  stopped_by_ = comparison.stopped_by();
  if (session_ && times)
    session_->add_communicator({.ranks = group.there.ranks,
                                .ranks_per_node = group.there.ranks_per_node,
                                .collective = schedule::Collective::allreduce,
                                .timing = measure::Timing::separated,
                                .bytes = 0,
                                .times = *times});
}

void Driver::measure_limits(const Group& group) {
  AgainstLimits against(group.comm, group.there, setup_.counts);
  const double flag_latency = against.flag_latency();
  if (session_) session_->begin_limits(group.there.ranks, flag_latency);
  for (const int count : setup_.counts) {
    if (session_)
      session_->show(
          text::format("limits, {}, {}", measure::counted(group.there.ranks, "rank"),
                       readable_bytes(count * static_cast<std::int64_t>(sizeof(double)))));
    const std::optional<LimitRow> row = against.measure(count, setup_.seconds);
    stopped_by_ = against.stopped_by();
    if (session_ && row) session_->add(*row);
    if (stopped_by_ != 0) return;
  }
}

}  // namespace allfold::command::bench
