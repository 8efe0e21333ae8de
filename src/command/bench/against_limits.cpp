#include "command/bench/against_limits.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <span>
#include <stdexcept>

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
  std::vector<double> allfold;
  std::vector<double> three_passes;
  std::vector<double> copies;
  reduce();  // the first call sets the communicator up
  check(result);
  limits_.three_passes(input, result);
  check(result);
  const double begin = measure::now();
  do {
    allfold.push_back(time(reduce));
    three_passes.push_back(time([&] { limits_.three_passes(input, result); }));
    copies.push_back(time([&] { Limits::copies(input, result); }));
  } while (is_to_go_on(begin, seconds, copies.size()));
  if (stopped_by_ != 0 && copies.size() < tuning::fewest_for_interval) return std::nullopt;
  allfold = slowest(allfold);
  three_passes = slowest(three_passes);
  copies = slowest(copies);
  if (surroundings_.rank != 0) return LimitRow{};
  return LimitRow{.ranks = surroundings_.ranks,
                  .bytes = static_cast<std::int64_t>(input.size_bytes()),
                  .allfold = tuning::median(allfold),
                  .three_passes = tuning::median(three_passes),
                  .copies = tuning::median(copies),
                  .to_three_passes = tuning::paired(allfold, three_passes, std::divides()),
                  .to_copies = tuning::paired(allfold, copies, std::divides())};
}

void AgainstLimits::check(std::span<double> result) const {
  const int ranks = surroundings_.ranks;
  const double sum = ranks * (ranks - 1) / 2.0;
  if (std::ranges::any_of(result, [&](double value) { return value != sum; }))
    throw std::runtime_error("the sum of doubles is wrong (of Allfold's, or of three passes)");
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
