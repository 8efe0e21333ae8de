#include "command/replay/replay.hpp"

#include <mpi.h>

#include <algorithm>
#include <cstdio>
#include <vector>

#include "algorithms/kernel_name.hpp"
#include "algorithms/registry.hpp"
#include "allfold/allfold.h"
#include "command/job.hpp"
#include "command/replay/rerun.hpp"
#include "command/usage_error.hpp"
#include "comparison/value_text.hpp"
#include "text/format.hpp"

namespace allfold::command::replay {

namespace {

using comparison::Rule;
using comparison::SavedCall;

/// The algorithms that --algorithm selects. Throws UsageError.
std::vector<std::string> algorithms_of(const Request& request, const SavedCall& call) {
  if (request.algorithm == "all") {
    std::vector<std::string> all;
    for (const algorithms::Kernel& kernel : algorithms::kernels())
      if (kernel.serves(call.collective)) all.emplace_back(kernel.name);
    return all;
  }
  const std::string& algorithm = request.algorithm.empty() ? call.algorithm : request.algorithm;
  if (algorithm == "auto") return {algorithm};
  std::string error;
  const algorithms::NamedKernel named = algorithms::parse_kernel(algorithm, error, "auto or all");
  if (named.kernel == nullptr) throw UsageError(text::format("--algorithm: {}", error));
  if (!named.kernel->serves(call.collective))
    throw UsageError(text::format(
        "--algorithm: {} does not implement {}; use another algorithm ('allfold list' shows all)",
        named.kernel->name, schedule::name_of(call.collective)));
  return {algorithm};
}

std::string text_of_call(const SavedCall& call) {
  return text::format(
      "{}{}{} of {} {} by {} on {} ranks of {} {}, call {} of its communicator in {}\n"
      "with {}; Allfold served it by {} ({})",
      schedule::name_of(call.collective),
      schedule::has_root(call.collective) ? text::format(" to rank {}", call.root) : "",
      call.is_in_place ? " in place" : "", call.count, call.type, call.operation, call.ranks,
      call.nodes, call.nodes == 1 ? "node" : "nodes", call.call, call.program, call.library,
      call.algorithm, call.reason);
}

std::string text_of_inputs(const SavedCall& call) {
  constexpr std::size_t most = 16;
  std::string text;
  const std::vector<const void*> inputs = call.inputs();
  for (std::size_t rank = 0; rank < std::min(inputs.size(), most); ++rank)
    text +=
        text::format("{}{}", rank == 0 ? "" : ", ",
                     comparison::text_of(call.form(), static_cast<const std::byte*>(inputs[rank]) +
                                                          static_cast<std::size_t>(call.mismatch) *
                                                              call.form().stride));
  return inputs.size() > most ? text + ", ..." : text;
}

/// A deviation in units of the bound, as text.
std::string text_of(const comparison::Deviation& deviation) {
  switch (deviation.verdict) {
    case comparison::Verdict::same: return "0";
    case comparison::Verdict::order_sensitive:
    case comparison::Verdict::unexplained: return "by order";
    default: return text::format("{:.3g}", deviation.worst);
  }
}

class Account {
 public:
  explicit Account(const Scene& scene) : scene_(scene) {}

  void begin(const std::string& file) const {
    const SavedCall& call = scene_.call;
    const auto at = static_cast<std::size_t>(call.mismatch) * call.form().stride;
    text::print("{}: {}\n\n", file, text_of_call(call));
    text::print("element {}, on rank {}\n", call.mismatch, call.seen_by);
    text::print("inputs by rank: {}\n", text_of_inputs(call));
    text::print("reference:      {}\n\n",
                comparison::text_of(call.form(), scene_.reference.data() + at));
    text::print(heading, "result", text::format("element {}", call.mismatch), "off by", "worst");
  }

  void add(const Entry& entry) {
    text::print(line, entry.name, entry.value, text_of(entry.at_element), text_of(entry.worst),
                entry.is_wrong() ? "WRONG" : "right");
    static_cast<void>(std::fflush(stdout));
    if (entry.is_wrong()) ++wrong_;
  }

  void end() const {
    const Rule rule = scene_.call.form().rule;
    if (rule == Rule::sum || rule == Rule::product)
      text::print(
          "\nOff by: distance from the reference in units of the largest difference of two right "
          "results; 0.5 or less is right.\nWorst: the largest of all elements and ranks.\n");
    text::print("{}\n", wrong_ == 0 ? "All repeated calls have right results."
                                    : text::format("Repeated calls: {} {} wrong.", wrong_,
                                                   wrong_ == 1 ? "result is" : "results are"));
  }

  /// Results in the file do not count.
  void begin_counting() { wrong_ = 0; }
  [[nodiscard]] int wrong() const { return wrong_; }

 private:
  static constexpr auto heading = "{:<42}  {:<24}  {:>9}  {:>9}\n";
  static constexpr auto line = "{:<42}  {:<24}  {:>9}  {:>9}  {}\n";

  const Scene& scene_;
  int wrong_ = 0;
};

/// " (by ...)" if another algorithm than the requested one ran; otherwise "".
std::string text_of_run(const std::string& asked, const std::string& ran) {
  return asked.substr(0, asked.find(':')) == ran ? "" : text::format(" (by {})", ran);
}

int replay(const Request& request, MPI_Comm comm) {
  const Scene scene = set_scene(request.file, comm);
  const SavedCall& call = scene.call;
  const std::vector<std::string> algorithms = algorithms_of(request, call);
  const bool speaks = scene.rank == 0;
  Account account(scene);
  if (speaks) {
    account.begin(request.file);
    account.add(saved_entry(scene, "native, saved", call.native_result()));
    account.add(saved_entry(scene, text::format("Allfold, saved: {}", call.algorithm),
                            call.allfold_result()));
    account.begin_counting();
  }
  const auto add = [&](const Entry& entry) {
    if (speaks) account.add(entry);
  };
  add(rerun(scene, measure::native_contestant(comm, nullptr), "native"));
  for (const std::string& algorithm : algorithms) {
    const measure::Contestant contestant =
        measure::allfold_contestant(comm, algorithm, {&call.collective, 1});
    measure::KernelCounter counter(call.collective);
    Entry entry = rerun(scene, contestant, "Allfold: " + algorithm);
    entry.name += text_of_run(algorithm, counter.ran().by);
    add(entry);
  }
  int wrong = account.wrong();
  MPI_Bcast(&wrong, 1, MPI_INT, 0, comm);
  if (speaks) account.end();
  return static_cast<int>(wrong == 0 ? Status::good : Status::failed);
}

}  // namespace

int run(const Request& request) {
  // Each contestant makes a call in its own way only, whatever ALLFOLD_MODE is in the environment.
  allfold_configure("ALLFOLD_MODE", "auto");
  MPI_Init(nullptr, nullptr);
  MPI_Comm comm = MPI_COMM_NULL;
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  int rank = 0;
  MPI_Comm_rank(comm, &rank);
  int status = 0;
  try {
    status = replay(request, comm);
    // The other ranks exit with 0, because a launcher that sees one of them fail would kill the
    // others.
    if (rank > 0) status = 0;
  } catch (const UsageError& error) {
    if (rank == 0) text::print(stderr, "allfold replay: {}\n", error.what());
    status = rank == 0 ? static_cast<int>(Status::usage) : 0;
  } catch (const std::exception& error) {
    text::print(stderr, "allfold replay: rank {}: {}\n", rank, error.what());
    MPI_Abort(MPI_COMM_WORLD, static_cast<int>(Status::failed));
  }
  MPI_Comm_free(&comm);
  MPI_Finalize();
  return status;
}

}  // namespace allfold::command::replay
