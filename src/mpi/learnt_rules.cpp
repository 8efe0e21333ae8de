#include "mpi/learnt_rules.hpp"

#include <algorithm>
#include <utility>

#include "mpi/gathered.hpp"
#include "mpi/machine.hpp"
#include "mpi/print.hpp"
#include "rules/file.hpp"
#include "system/written_file.hpp"
#include "text/format.hpp"
#include "tuning/learn.hpp"

namespace allfold::mpi {

namespace {

bool are_of_one_point(const rules::Measurement& a, const rules::Measurement& b) {
  return a.collective == b.collective && a.operation == b.operation && a.ranks == b.ranks &&
         a.ranks_per_node == b.ranks_per_node && a.bytes == b.bytes;
}

/// Of communicators that have learnt the same, the one of the lowest rank counts.
std::vector<rules::Measurement> merged(const std::vector<std::string>& texts) {
  std::vector<rules::Measurement> all;
  for (const std::string& text : texts) {
    std::vector<std::string> errors;
    for (rules::Measurement& point : rules::parse_rules(text, "", errors).measurements)
      if (std::ranges::none_of(
              all, [&](const rules::Measurement& known) { return are_of_one_point(known, point); }))
        all.push_back(std::move(point));
  }
  return all;
}

void write(const std::string& file, std::vector<rules::Measurement> measurements) {
  if (measurements.empty()) {
    say(
        text::format("ALLFOLD_TUNE_FILE={}: nothing is written: no kind of call was made often "
                     "enough to learn from; let the program run longer",
                     file));
    return;
  }
  rules::Rules rules{
      .machine = fingerprint_of_machine(),
      .rules = tuning::learn(measurements, select::untuned_on(network_of_machine()))};
  rules.measurements = std::move(measurements);
  if (const std::string problem = system::write_file(file, rules::text_of(rules)); !problem.empty())
    say(text::format("ALLFOLD_TUNE_FILE={}: the file cannot be written: {}; name another one", file,
                     problem));
}

}  // namespace

void Lessons::add(rules::Measurement measurement) {
  const std::lock_guard lock(mutex_);
  const bool is_known = std::ranges::any_of(
      all_, [&](const rules::Measurement& known) { return are_of_one_point(known, measurement); });
  if (!is_known) all_.push_back(std::move(measurement));
}

std::vector<rules::Measurement> Lessons::all() const {
  const std::lock_guard lock(mutex_);
  return all_;
}

void write_own_lessons(const Lessons& lessons, std::string file) {
  std::vector<rules::Measurement> own = lessons.all();
  if (own.empty() || file == "none") return;
  int rank = 0;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank > 0) {
    say(text::format(
        "ALLFOLD_TUNE_FILE={0}: rank {1} writes what it has learnt to {0}.{1}: rank 0 writes for "
        "all ranks where a reduction was made on a communicator of all ranks",
        file, rank));
    file += text::format(".{}", rank);
  }
  write(file, merged({rules::text_of(rules::Rules{.measurements = std::move(own)})}));
}

void write_learnt_rules(const Lessons& lessons, const std::string& file, Reserve& reserve) {
  // Nothing where memory is short: the others wait for this rank's.
  const std::string own = reserve.within(
      [&] { return rules::text_of(rules::Rules{.measurements = lessons.all()}); }, std::string());
  const std::vector<std::string> texts = gathered(own, MPI_COMM_WORLD, reserve);
  if (!texts.empty() && file != "none") write(file, merged(texts));
}

}  // namespace allfold::mpi
