#include "mpi/compare/mismatch.hpp"

#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <new>
#include <vector>

#include "comparison/saved_call.hpp"
#include "comparison/value_text.hpp"
#include "mpi/machine/members.hpp"
#include "mpi/native/names.hpp"
#include "mpi/native/predefined.hpp"
#include "mpi/native/quiet_floating_point.hpp"
#include "mpi/record/asked_text.hpp"
#include "mpi/state/process.hpp"
#include "mpi/user/print.hpp"
#include "system/process_name.hpp"
#include "system/written_file.hpp"
#include "text/format.hpp"

namespace allfold::mpi::compare {

namespace {

constexpr int most_messages = 10;
constexpr int most_files = 3;

std::string shown_name(MPI_Comm comm) {
  std::string name = machine::name_of(comm);
  return name.empty() ? "a communicator without a name" : name;
}

std::string library_version() {
  std::array<char, MPI_MAX_LIBRARY_VERSION_STRING> text = {};
  int length = 0;
  PMPI_Get_library_version(text.data(), &length);
  constexpr std::size_t most = 100;
  const std::string_view all(text.data(), static_cast<std::size_t>(length));
  return std::string(all.substr(0, std::min(all.find_first_of(",\n"), most)));
}

/// Files of different ranks and communicators have different names.
std::string name_of_file(const std::string& setting, int number) {
  std::string name = setting != "auto"
                         ? setting
                         : text::format("allfold-mismatch-{}-{}", system::host_name(), getpid());
  if (const int rank = machine::rank_in_world(); setting != "auto" && rank > 0)
    name += text::format(".{}", rank);
  return number == 1 ? name : text::format("{}-{}", name, number);
}

comparison::SavedCall header_of(const Mismatch& mismatch, int found_by) {
  const call::Arguments& call = mismatch.call;
  const call::Operand& operand = mismatch.decision.operand();
  return {.collective = call.collective,
          .ranks = mismatch.agreement.members.ranks,
          .nodes = mismatch.agreement.nodes.count(),
          .root = schedule::has_root(call.collective) ? call.root : 0,
          .count = mismatch.elements,
          .is_in_place = call.send == MPI_IN_PLACE,
          .operation = native::name_of_operation(call.op),
          .type = native::name_of_type(operand.datatype),
          .op = *native::find_predefined_op(call.op)->loop,
          .element = *mismatch.form.element,
          .algorithm = select::text_of(mismatch.decision.choice()),
          .reason = mismatch.decision.choice().reason,
          .program = program_invocation_short_name,
          .library = library_version(),
          .call = mismatch.number,
          .seen_by = found_by,
          .mismatch = mismatch.deviation.first};
}

/// The inputs of all ranks, on the rank that gathers them.
class Inputs {
 public:
  Inputs(const Mismatch& mismatch, int found_by)
      : found_by_(found_by),
        is_here_(mismatch.agreement.members.rank == found_by),
        vector_bytes_(static_cast<std::size_t>(mismatch.elements) * mismatch.form.stride) {}

  /// Allocates memory on the gathering rank. Returns whether that succeeded.
  [[nodiscard]] bool reserve(const Mismatch& mismatch) {
    if (!is_here_) return true;
    try {
      saved_ = header_of(mismatch, found_by_);
      saved_.vectors.resize((static_cast<std::size_t>(saved_.ranks) + 2) * vector_bytes_);
      const auto ranks = static_cast<std::size_t>(saved_.ranks);
      lengths_.assign(ranks, static_cast<int>(mismatch.plain_bytes));
      for (std::size_t rank = 0; rank < ranks; ++rank)
        offsets_.push_back(static_cast<int>(rank * vector_bytes_));
      return true;
    } catch (const std::bad_alloc&) {
      return false;
    }
  }

  /// Collective.
  void gather(const Mismatch& mismatch, const Meeting& meeting) {
    char* into = saved_.vectors.data();
    if (mismatch.agreement.members.ranks == 1)
      std::memcpy(into, mismatch.input, mismatch.plain_bytes);
    else
      PMPI_Gatherv(mismatch.input, static_cast<int>(mismatch.plain_bytes), MPI_BYTE, into,
                   lengths_.data(), offsets_.data(), MPI_BYTE, found_by_, meeting.comm());
    if (!is_here_) return;
    char* results = into + static_cast<std::size_t>(saved_.ranks) * vector_bytes_;
    std::memcpy(results, mismatch.native, vector_bytes_);
    std::memcpy(results + vector_bytes_, mismatch.allfold, vector_bytes_);
  }

  [[nodiscard]] std::string write(const std::string& setting, int number) const {
    const std::string file = name_of_file(setting, number);
    const std::string problem = system::write_file(file, text_of(saved_));
    return problem.empty()
               ? text::format("inputs saved in {}; run 'mpirun -n {} allfold replay {}'", file,
                              saved_.ranks, file)
               : text::format("inputs not saved: {}: {}", file, problem);
  }

 private:
  int found_by_;
  bool is_here_;
  std::size_t vector_bytes_;
  comparison::SavedCall saved_ = {};
  std::vector<int> lengths_ = {};
  std::vector<int> offsets_ = {};
};

bool are_too_many(const Mismatch& mismatch) {
  const auto vectors = static_cast<std::size_t>(mismatch.agreement.members.ranks) + 2;
  return static_cast<std::size_t>(mismatch.elements) * mismatch.form.stride >
         comparison::most_bytes_of_vectors / vectors;
}

/// By how much the results differ.
std::string text_of_extent(const Mismatch& mismatch) {
  switch (mismatch.form.rule) {
    case comparison::Rule::bits:
    case comparison::Rule::selection: return "differ, but must be the same";
    case comparison::Rule::unknown: return "differ by more than reordering can explain";
    default:
      return text::format("differ by up to {:.3g} times the bound", mismatch.deviation.worst);
  }
}

/// The differing values.
std::string text_of_values(const Mismatch& mismatch) {
  const comparison::Deviation& deviation = mismatch.deviation;
  const auto at = static_cast<std::size_t>(deviation.first) * mismatch.form.stride;
  return text::format("element {} on rank {}: native {}, Allfold {}; {} of {} elements {}",
                      deviation.first, mismatch.agreement.members.rank,
                      comparison::text_of(mismatch.form, mismatch.native + at),
                      comparison::text_of(mismatch.form, mismatch.allfold + at), deviation.count,
                      mismatch.result_elements, text_of_extent(mismatch));
}

void say_and_note(const std::string& text) {
  record::Comparisons& comparisons = state::process().comparisons;
  if (comparisons.next_message() <= most_messages) user::say("MISMATCH: " + text);
  comparisons.note_mismatch(text);
}

}  // namespace

std::string text_of_call(const Mismatch& mismatch) {
  const call::Arguments& call = mismatch.call;
  return text::format(
      "{}{} of {} {} with {} on {} ranks of {} (call {} on it), served by {}",
      schedule::name_of(call.collective),
      schedule::has_root(call.collective) ? text::format(" to rank {}", call.root) : "",
      mismatch.elements, native::name_of_type(call.datatype), native::name_of_operation(call.op),
      mismatch.agreement.members.ranks, shown_name(call.comm), mismatch.number,
      select::text_of(mismatch.decision.choice()));
}

void tell(const Mismatch& mismatch, const std::string& what_became_of_inputs) {
  const native::QuietFloatingPoint quiet;
  try {
    say_and_note(text::format("{}: {}; {}", text_of_call(mismatch), text_of_values(mismatch),
                              what_became_of_inputs));
  } catch (const std::bad_alloc&) {
    // The mismatch is only counted.
  }
}

void note_unexplained(const Mismatch& mismatch) {
  const native::QuietFloatingPoint quiet;
  try {
    state::process().comparisons.note_unexplained(
        text::format("{}: {}", text_of_call(mismatch), text_of_values(mismatch)));
  } catch (const std::bad_alloc&) {
    // The difference is only counted.
  }
}

std::string save_inputs(const Mismatch& mismatch, int found_by, Meeting& meeting) {
  if (schedule::goes_in_shares(mismatch.call.collective))
    return "inputs not saved: ranks get shares of the result";
  if (are_too_many(mismatch))
    return text::format("inputs not saved: more than {} MiB",
                        comparison::most_bytes_of_vectors >> 20U);
  const bool is_here = mismatch.agreement.members.rank == found_by;
  const int number = is_here ? state::process().comparisons.next_file() : 1;
  Inputs inputs(mismatch, found_by);
  const bool is_wanted = number <= most_files && inputs.reserve(mismatch);
  if (meeting.hear(is_wanted ? 1 : 0).code != 1)
    return number > most_files ? "inputs not saved: those of earlier mismatches are"
                               : "inputs not saved: out of memory";
  inputs.gather(mismatch, meeting);
  const native::QuietFloatingPoint quiet;
  try {
    return is_here ? inputs.write(mismatch.agreement.configuration.compare_file, number) : "";
  } catch (const std::bad_alloc&) {
    return "inputs not saved: out of memory";
  }
}

void tell_of_different_calls(const call::Arguments& call, const DifferentCalls& different) {
  const Meeting::Difference& difference = different.difference;
  const native::QuietFloatingPoint quiet;
  try {
    say_and_note(
        text::format("call {} on {}: ranks make different calls: rank {}: {}; rank {}: {}: all "
                     "ranks must make the same call; correct the program",
                     different.number, shown_name(call.comm), difference.rank,
                     record::text_of(node::asked_of(difference.number)), difference.other_rank,
                     record::text_of(node::asked_of(difference.other_number))));
  } catch (const std::bad_alloc&) {
    // The error is raised without the report.
  }
}

void tell_of_failure(const Mismatch& mismatch, int error) {
  std::array<char, MPI_MAX_ERROR_STRING> text = {};
  int length = 0;
  PMPI_Error_string(error, text.data(), &length);
  try {
    say_and_note(text::format("{}: fails with Allfold on rank {}, but not natively: {}",
                              text_of_call(mismatch), mismatch.agreement.members.rank,
                              text.data()));
  } catch (const std::bad_alloc&) {
    // The failure is only counted.
  }
}

}  // namespace allfold::mpi::compare
