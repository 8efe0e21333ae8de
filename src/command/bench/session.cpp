#include "command/bench/session.hpp"

#include <chrono>
#include <ctime>
#include <stdexcept>

#include "command/measure/format.hpp"
#include "command/measure/start.hpp"
#include "command/measure/stopping.hpp"
#include "mpi/machine/machine.hpp"
#include "text/format.hpp"

namespace allfold::command::bench {

namespace {

std::string time_of_day() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&now, &parts);
  return text::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z", parts.tm_year + 1900,
                      parts.tm_mon + 1, parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec);
}

}  // namespace

Session::Session(const measure::Request& request, const measure::Setup& setup,
                 const measure::Surroundings& there, int points)
    : request_(request),
      setup_(setup),
      results_{.surroundings = there,
               .machine = mpi::machine::fingerprint_of_machine(),
               .started = time_of_day(),
               .points = points},
      report_(request.markdown ? TableStyle::markdown : TableStyle::terminal,
              request.bandwidth ? Report::Bandwidths::shown : Report::Bandwidths::left_out),
      progress_(
          request.quiet ? measure::Progress::Voice::quiet : measure::Progress::Voice::terminal,
          "allfold bench", points),
      begin_(measure::now()) {}

void Session::begin() {
  say([&] { report_.begin(setup_, results_.surroundings); });
}

void Session::begin_table(const measure::Match& match, measure::Timing timing, int ranks) {
  say([&] { report_.begin_table(setup_, match, timing, ranks); });
}

void Session::begin_limits(int ranks, double flag_latency) {
  results_.flag_latency = flag_latency;
  say([&] { report_.begin_limits(ranks, flag_latency); });
}

void Session::show(std::string_view what) {
  const std::scoped_lock lock(mutex_);
  const double took = measure::now() - begin_;
  const int left = results_.points - results_.measured;
  progress_.show(results_.measured,
                 results_.measured == 0 ? setup_.seconds * left : took * left / results_.measured,
                 what);
}

void Session::add(const measure::Match& match, const std::vector<Row>& rows) {
  add_point([&] {
    results_.rows.insert(results_.rows.end(), rows.begin(), rows.end());
    for (const Row& row : rows) report_.add(match, row);
  });
}

void Session::add_overhead(const std::vector<Row>& rows) {
  add_point([&] {
    results_.overhead = rows;
    report_.overhead(rows);
  });
}

void Session::add_communicator(const Row& row) {
  add_point([&] {
    results_.communicators.push_back(row);
    report_.communicators(row.times, row.ranks);
  });
}

void Session::add(const LimitRow& row) {
  add_point([&] {
    results_.limits.push_back(row);
    report_.add(row);
  });
}

void Session::say(const std::function<void()>& print) {
  const std::scoped_lock lock(mutex_);
  progress_.clear();
  print();
}

// Ignores a failed write. If the last write, at the end, fails as well, that is reported.
void Session::add_point(const std::function<void()>& print) {
  say(print);
  const std::scoped_lock lock(mutex_);
  ++results_.measured;
  try {
    if (results_.measured < results_.points) write_files();
  } catch (const std::runtime_error&) {
    return;
  }
}

void Session::end(int signal) {
  const std::scoped_lock lock(mutex_);
  finish(signal);
}

void Session::end_from_aside(int signal) {
  constexpr std::chrono::milliseconds patience(100);
  const std::unique_lock lock(mutex_, patience);
  if (!lock.owns_lock()) return;
  try {
    finish(signal);
  } catch (const std::runtime_error& error) {
    text::print(stderr, "allfold bench: {}\n", error.what());
  }
}

void Session::finish(int signal) {
  results_.stopped_by = signal;
  progress_.clear();
  if (!results_.rows.empty()) report_.summarise(results_.rows);
  if (signal != 0)
    Report::say(text::format("Stopped by {}: {} of {} were measured.",
                             measure::name_of_signal(signal), results_.measured,
                             measure::counted(results_.points, "point")));
  write_files();
}

void Session::write_files() const {
  if (!request_.json_file.empty()) write_json(request_.json_file, setup_, results_);
  if (!request_.table_file.empty()) write_table(request_.table_file, results_);
}

}  // namespace allfold::command::bench
