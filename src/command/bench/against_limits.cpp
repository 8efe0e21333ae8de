#include "command/bench/against_limits.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <span>

#include "command/measure/calls.hpp"
#include "command/measure/stopping.hpp"

namespace allfold::command::bench {

AgainstLimits::AgainstLimits(MPI_Comm comm, const measure::Surroundings& surroundings,
                             const std::vector<int>& counts)
    : comm_(comm),
      surroundings_(surroundings),
      start_(comm, surroundings),
      most_(static_cast<std::size_t>(std::max(1, *std::ranges::max_element(counts)))),
      limits_(comm, most_ * sizeof(double)),
      input_(most_, surroundings.rank),
      result_(most_) {}

std::optional<LimitRow> AgainstLimits::measure(int count, double seconds) {
  const std::span<const double> input(input_.data(), static_cast<std::size_t>(count));
  const std::span<double> result(result_.data(), input.size());
  const auto reduce = [&] {
    MPI_Allreduce(input.data(), result.data(), count, MPI_DOUBLE, MPI_SUM, comm_);
  };
  const auto write = [&] { limits_.remote_write(input); };
  const auto read = [&] { limits_.remote_read(input, result); };
  const int ranks = surroundings_.ranks;
  const double sum = ranks * (ranks - 1) / 2.0;
  const int before = (surroundings_.rank + ranks - 1) % ranks;
  reduce();  // the first call sets the communicator up
  check(result, sum);
  limits_.three_passes(input, result);
  check(result, sum);
  static_cast<void>(time(write));
  static_cast<void>(time(read));
  check(result, surroundings_.rank + before);
  Samples own;
  const double begin = measure::now();
  do {
    own.allfold.push_back(time(reduce));
    own.three_passes.push_back(time([&] { limits_.three_passes(input, result); }));
    own.copies.push_back(time([&] { Limits::copies(input, result); }));
    own.remote_write.push_back(time(write));
    own.remote_read.push_back(time(read));
  } while (is_to_go_on(begin, seconds, own.copies.size()));
  if (stopped_by_ != 0 && own.copies.size() < tuning::fewest_for_interval) return std::nullopt;
  const Samples all = {.allfold = slowest(own.allfold),
                       .three_passes = slowest(own.three_passes),
                       .copies = slowest(own.copies),
                       .remote_write = slowest(own.remote_write),
                       .remote_read = slowest(own.remote_read)};
  return surroundings_.rank == 0 ? row_of(all, input.size_bytes()) : LimitRow{};
}

// A rank sends each other rank a share of its vector, and sends its share of the result to all of
// them: in all it writes as many bytes as a vector has. It reads the same amounts from the others.
LimitRow AgainstLimits::row_of(const Samples& slowest, std::size_t bytes) const {
  const int ranks = surroundings_.ranks;
  const double read_vectors = 2.0 * (ranks - 1) / ranks;
  std::vector<double> predicted(slowest.remote_write.size());
  std::ranges::transform(slowest.remote_write, slowest.remote_read, predicted.begin(),
                         [&](double write, double read) { return write + read_vectors * read; });
  return {.ranks = ranks,
          .bytes = static_cast<std::int64_t>(bytes),
          .allfold = tuning::median(slowest.allfold),
          .three_passes = tuning::median(slowest.three_passes),
          .copies = tuning::median(slowest.copies),
          .remote_write = tuning::median(slowest.remote_write),
          .remote_read = tuning::median(slowest.remote_read),
          .predicted = tuning::median(predicted),
          .to_predicted = tuning::paired(slowest.allfold, predicted, std::divides()),
          .to_three_passes = tuning::paired(slowest.allfold, slowest.three_passes, std::divides()),
          .to_copies = tuning::paired(slowest.allfold, slowest.copies, std::divides())};
}

void AgainstLimits::check(std::span<double> result, double right) const {
  int own = std::ranges::any_of(result, [&](double value) { return value != right; }) ? 1 : 0;
  int any = 0;
  native_.allreduce(&own, &any, 1, MPI_INT, MPI_MAX, comm_);
  if (any != 0)
    throw measure::Failure(
        "wrong result: a sum of doubles, by Allfold or by the program of --limits; report it "
        "(CONTRIBUTING.md)");
  std::ranges::fill(result, -1);
}

template <class Work>
double AgainstLimits::time(Work work) {
  const measure::Start::Signal signal = start_.wait();
  work();
  return measure::now() - signal.moment;
}

std::vector<double> AgainstLimits::slowest(const std::vector<double>& own) const {
  std::vector<double> all(own.size());
  native_.reduce(own.data(), all.data(), static_cast<int>(own.size()), MPI_DOUBLE, MPI_MAX, 0,
                 comm_);
  return all;
}

bool AgainstLimits::is_to_go_on(double begin, double seconds, std::size_t turns) {
  const bool goes_on = turns < tuning::fewest_for_interval || measure::now() - begin < seconds;
  const std::array own = {surroundings_.rank == 0 && goes_on ? 1 : 0, measure::noted_signal()};
  std::array all = {0, 0};
  native_.allreduce(own.data(), all.data(), 2, MPI_INT, MPI_MAX, comm_);
  stopped_by_ = all[1];
  return all[0] != 0 && stopped_by_ == 0;
}

}  // namespace allfold::command::bench
