#include "command/bench/bench.hpp"

#include <fmt/ranges.h>
#include <mpi.h>

#include <cstdio>
#include <optional>

#include "command/bench/record.hpp"
#include "command/job.hpp"
#include "command/usage_error.hpp"
#include "rules/source.hpp"
#include "system/written_file.hpp"
#include "text/format.hpp"

namespace allfold::command::bench {

namespace {

void check_on_all(MPI_Comm comm, bool holds, const std::string& message) {
  int own = holds ? 1 : 0;
  int all = 0;
  measure::native_implementation().allreduce(&own, &all, 1, MPI_INT, MPI_MIN, comm);
  if (all == 0) throw UsageError(message);
}

/// What keeps results from being written to this file, or "".
std::string problem_of_file(const std::string& file) {
  return file.empty() ? "" : system::obstacle_to_writing(file);
}

/// What keeps these rules from being used, or "".
std::string problem_of_rules(const std::string& setting) {
  if (setting.empty()) return "";
  return text::format(
      "{}", fmt::join(rules::find_rules({.setting = setting, .by_default = {}}, {}).errors, "\n"));
}

/// What only the running job can tell of the request.
void check(const measure::Request& request, const measure::Setup& setup,
           const measure::Surroundings& there, MPI_Comm comm) {
  if (setup.root >= there.ranks)
    throw UsageError(
        text::format("--root: invalid rank {}: expected 0 to {}", setup.root, there.ranks - 1));
  if (request.limits && !there.is_clock_shared())
    throw UsageError(
        "--limits: the ranks are on several nodes: expected one, whose memory is measured; start "
        "all ranks on one node");
  for (const std::string& also : request.also) {
    const std::string problem =
        there.rank == 0 ? problem_of_rules(std::string(measure::rules_in(also))) : "";
    check_on_all(comm, problem.empty(), "--also: " + problem);
  }
  for (const std::string& file : {request.json_file, request.table_file}) {
    const std::string problem = there.rank == 0 ? problem_of_file(file) : "";
    check_on_all(comm, problem.empty(),
                 text::format("cannot write {}: {}; name another file", file, problem));
  }
}

/// What has to be said before MPI_Init.
void prepare_forcing(const measure::Setup& setup) {
  for (const measure::Match& match : setup.matches) {
    if (match.native != nullptr) measure::prefer_tuned();
    if (!match.others.empty()) measure::allow_forcing();
  }
}

class Bench {
 public:
  Bench(const measure::Request& request, const measure::Setup& setup,
        const measure::Surroundings& there, MPI_Comm comm)
      : request_(request), setup_(setup), comm_(comm) {
    results_.surroundings = there;
    if (there.rank == 0)
      report_.emplace(request.markdown ? TableStyle::markdown : TableStyle::terminal, there);
  }

  void run() {
    if (report_) report_->begin(setup_);
    const bool is_all = !request_.overhead && !request_.communicators && !request_.limits;
    if (request_.overhead || (is_all && results_.surroundings.ranks == 1)) measure_overhead();
    if (is_all) measure_sizes();
    if (request_.communicators) measure_communicators();
    if (request_.limits) measure_limits();
    if (!report_) return;
    if (!request_.json_file.empty()) write_json(request_.json_file, setup_, results_);
    if (!request_.table_file.empty()) write_table(request_.table_file, results_);
  }

 private:
  void measure_sizes() {
    for (const measure::Match& match : setup_.matches) {
      Comparison comparison(comm_, results_.surroundings, setup_,
                            measure::contest_of(setup_, match, comm_));
      for (const measure::Timing timing : setup_.timings) {
        if (report_) report_->begin_table(setup_, match, timing);
        for (const int count : setup_.counts) measure(comparison, match, timing, count);
      }
    }
    if (report_) report_->summarise(results_.rows);
  }

  void measure(Comparison& comparison, const measure::Match& match, measure::Timing timing,
               int count) {
    for (const Times& times : comparison.measure(match.collective, timing, count)) {
      results_.rows.push_back({.collective = match.collective,
                               .timing = timing,
                               .bytes = count * static_cast<std::int64_t>(setup_.type->extent),
                               .times = times});
      if (report_) report_->add(match, results_.rows.back());
    }
  }

  void measure_overhead() {
    if (report_) measure_overhead_here();
    measure::meet_asleep(comm_);
  }

  void measure_overhead_here() {
    measure::Setup setup = setup_;
    setup.root = 0;
    setup.counts = {1};
    for (measure::Match match : setup.matches) {
      match.others.clear();
      match.also.clear();
      results_.overhead.push_back(overhead_of(match, setup));
      const measure::Profiled profiled;
      results_.overhead.push_back(overhead_of(match, setup));
      results_.overhead.back().times.algorithm += ", profiled";
    }
    report_->overhead(results_.overhead);
  }

  static Row overhead_of(const measure::Match& match, const measure::Setup& setup) {
    Comparison comparison(MPI_COMM_SELF, measure::survey(MPI_COMM_SELF), setup,
                          measure::contest_of(setup, match, MPI_COMM_SELF));
    return {
        .collective = match.collective,
        .timing = measure::Timing::back_to_back,
        .bytes = static_cast<std::int64_t>(setup.type->extent),
        .times = comparison.measure(match.collective, measure::Timing::back_to_back, 1).front()};
  }

  void measure_communicators() {
    const measure::Match& match = setup_.matches.front();
    Comparison comparison(comm_, results_.surroundings, setup_,
                          measure::contest_of(setup_, match, comm_));
    const measure::Forced forced(match.native);
    const measure::Configured configured(setup_.algorithm, {&match.collective, 1});
    results_.communicators = {comparison.measure_communicators()};
    if (report_) report_->communicators(results_.communicators.front());
  }

  void measure_limits() {
    AgainstLimits against(comm_, results_.surroundings, setup_.counts);
    results_.flag_latency = against.flag_latency();
    for (const int count : setup_.counts)
      results_.limits.push_back(against.measure(count, setup_.seconds));
    if (report_) report_->limits(results_.limits, results_.flag_latency);
  }

  const measure::Request& request_;
  const measure::Setup& setup_;
  MPI_Comm comm_;
  Results results_;
  std::optional<Report> report_;
};

/// The ranks all come to the same end, or this one ends them all.
int run_job(const measure::Request& request, const measure::Setup& setup) {
  MPI_Comm comm = MPI_COMM_NULL;
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  const measure::Surroundings there = measure::survey(comm);
  const auto end = [&](Status status, const std::string& message) {
    if (there.rank != 0) return static_cast<int>(Status::good);
    text::print(stderr, "allfold bench: {}\n", message);
    return static_cast<int>(status);
  };
  try {
    check(request, setup, there, comm);
    Bench(request, setup, there, comm).run();
    MPI_Comm_free(&comm);
    return static_cast<int>(Status::good);
  } catch (const UsageError& error) {
    return end(Status::usage, error.what());
  } catch (const measure::WrongAnswer& error) {
    return end(Status::failed, error.what());
  } catch (const std::exception& error) {
    text::print(stderr, "allfold bench: rank {}: {}\n", there.rank, error.what());
    MPI_Abort(MPI_COMM_WORLD, static_cast<int>(Status::failed));
  }
  return static_cast<int>(Status::failed);
}

}  // namespace

int run(const measure::Request& request) {
  if (request.counterparts) {
    if (speaks_for_job())
      text::print("{}", measure::counterpart_table(request.markdown ? TableStyle::markdown
                                                                    : TableStyle::terminal));
    return static_cast<int>(Status::good);
  }
  measure::Setup setup;
  try {
    setup = measure::understand(request);
  } catch (const UsageError& error) {
    return give_up(Status::usage, "bench", error.what());
  }
  prepare_forcing(setup);
  MPI_Init(nullptr, nullptr);
  const int status = run_job(request, setup);
  MPI_Finalize();
  return status;
}

}  // namespace allfold::command::bench
