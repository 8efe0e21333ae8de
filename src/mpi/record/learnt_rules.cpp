#include "mpi/record/learnt_rules.hpp"

#include <algorithm>
#include <utility>

#include "mpi/machine/machine.hpp"
#include "mpi/messages/backend.hpp"
#include "mpi/record/gathered.hpp"
#include "mpi/user/print.hpp"
#include "rules/file.hpp"
#include "system/written_file.hpp"
#include "text/format.hpp"
#include "tuning/learn.hpp"

namespace allfold::mpi::record {

namespace {

/// Adds a measurement unless its point is already known.
void add_first(std::vector<rules::Measurement>& all, rules::Measurement point) {
  if (std::ranges::find(all, rules::subject_of(point), &rules::subject_of) == all.end())
    all.push_back(std::move(point));
}

/// If several communicators have results for a point, the one of the lowest rank is used.
std::vector<rules::Measurement> merged(const std::vector<std::string>& texts) {
  std::vector<rules::Measurement> all;
  for (const std::string& text : texts) {
    std::vector<std::string> errors;
    for (rules::Measurement& point : rules::parse_rules(text, "", errors).measurements)
      add_first(all, std::move(point));
  }
  return all;
}

/// The machine of the measurements, and the file for its rules.
struct Target {
  explicit Target(const std::string& name) : file(rules::file_for(name, machine)) {}
  rules::MachineFingerprint machine = machine::fingerprint_of_machine();
  std::string file;
};

void write(const Target& target, std::vector<rules::Measurement> measurements) {
  if (measurements.empty()) {
    user::say(
        text::format("notice: ALLFOLD_TUNE_FILE={}: not written: no kind of call was made often "
                     "enough to be measured; run the program longer",
                     target.file));
    return;
  }
  rules::Rules rules{
      .machine = target.machine,
      .rules = tuning::learn(measurements, select::untuned_on(messages::own_network()))};
  rules.measurements = std::move(measurements);
  if (const std::string problem = system::write_file(target.file, rules::text_of(rules));
      !problem.empty())
    user::say(text::format("ALLFOLD_TUNE_FILE={}: cannot be written: {}; name another file",
                           target.file, problem));
}

}  // namespace

void Lessons::add(rules::Measurement measurement) {
  const std::lock_guard lock(mutex_);
  add_first(all_, std::move(measurement));
}

std::vector<rules::Measurement> Lessons::all() const {
  const std::lock_guard lock(mutex_);
  return all_;
}

void write_own_lessons(const Lessons& lessons, const std::string& file) {
  std::vector<rules::Measurement> own = lessons.all();
  if (own.empty() || file == "none") return;
  Target target(file);
  int rank = 0;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank > 0) {
    user::say(
        text::format("notice: ALLFOLD_TUNE_FILE={0}: rank {1} writes its own results to {0}.{1}, "
                     "because there was no reduction on a communicator of all ranks",
                     target.file, rank));
    target.file += text::format(".{}", rank);
  }
  write(target, merged({rules::text_of(rules::Rules{.measurements = std::move(own)})}));
}

void write_learnt_rules(const Lessons& lessons, const std::string& file, memory::Reserve& reserve) {
  // An empty text if memory is short, since the others wait for one.
  const std::string own = reserve.within(
      [&] { return rules::text_of(rules::Rules{.measurements = lessons.all()}); }, std::string());
  const std::vector<std::string> texts = gathered(own, MPI_COMM_WORLD, reserve);
  if (!texts.empty() && file != "none") write(Target(file), merged(texts));
}

}  // namespace allfold::mpi::record
