/// The program of the simulated ranks: times contestants in turns, and prints a line for each call.
#include <mpi.h>

#include <cstdio>
#include <cstdlib>
#include <exception>

#include "algorithms/kernel_name.hpp"
#include "algorithms/programs.hpp"
#include "algorithms/registry.hpp"
#include "allfold/allfold.h"
#include "contest.hpp"
#include "cost/parameters.hpp"
#include "cost/routes.hpp"
#include "link.hpp"
#include "peers.hpp"
#include "select/completed.hpp"
#include "simulation/time.hpp"
#include "text/format.hpp"
#include "timing.hpp"

namespace {

using namespace allfold;

/// A rank of the simulation.
class Rank {
 public:
  explicit Rank(bench::Contest contest);
  /// Returns the exit status.
  int run();

 private:
  void time(const std::string& contestant, schedule::Collective collective);
  /// The model in the form of ALLFOLD_MODEL. Parameters that were not measured keep Allfold's
  /// defaults.
  [[nodiscard]] std::string text_of_model() const {
    cost::CostModel model = model_;
    model.inside = {.alpha = cost::unknown, .beta = cost::unknown};
    return cost::text_of(model);
  }
  /// The model for formulas on these ranks.
  [[nodiscard]] cost::CostModel mean_model() const {
    const int hosts = (ranks_ - 1) / contest_.ranks_per_host + 1;
    return cost::on_nodes(model_, static_cast<std::uint32_t>(hosts));
  }
  [[nodiscard]] static std::vector<std::string> contestants_of(const std::string& name,
                                                               schedule::Collective collective);
  [[nodiscard]] algorithms::Parameters completed(const algorithms::NamedKernel& named,
                                                 schedule::Collective collective,
                                                 std::int64_t bytes) const;
  [[nodiscard]] std::string predicted(const std::string& contestant,
                                      schedule::Collective collective, std::int64_t bytes) const;

  bench::Contest contest_;
  cost::CostModel model_;
  mutable select::CandidateCache candidates_;
  bench::Starts starts_;
  int rank_ = 0;
  int ranks_ = 0;
  bool all_are_right_ = true;
};

Rank::Rank(bench::Contest contest) : contest_(std::move(contest)) {
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank_);
  PMPI_Comm_size(MPI_COMM_WORLD, &ranks_);
  simulation::costs().reduction = contest_.reduction;
  simulation::costs().copy = contest_.copy;
  simulation::costs().node = contest_.node_times;
  constexpr std::size_t longest_computed = 16000;
  if (!contest_.is_checked) simulation::costs().most_bytes_computed = longest_computed;
  if (rank_ == 0) bench::set_usual_collectives();
  model_ = bench::measured_model(contest_);
  const cost::LinkCost link = mean_model().link;
  if (link.beta > 0)
    simulation::costs().bytes_in_latency = static_cast<std::size_t>(link.alpha / link.beta);
  allfold_configure("ALLFOLD_MODEL", text_of_model().c_str());
}

std::vector<std::string> Rank::contestants_of(const std::string& name,
                                              schedule::Collective collective) {
  std::string error;
  const algorithms::NamedKernel named = algorithms::parse_kernel(name, error);
  if (named.kernel != nullptr && !named.kernel->serves(collective)) return {};
  if (name != "every") return {name};
  std::vector<std::string> names;
  for (const algorithms::Kernel& kernel : algorithms::kernels())
    if (kernel.serves(collective) && kernel.carrier == algorithms::Carrier::messages)
      names.emplace_back(kernel.name);
  return names;
}

/// Chooses the parameters that are left open for this length, as the call does.
algorithms::Parameters Rank::completed(const algorithms::NamedKernel& named,
                                       schedule::Collective collective, std::int64_t bytes) const {
  select::Knowledge knowledge = select::knowledge_of({}, select::Network::high_speed);
  knowledge.model = model_;
  const algorithms::Nodes nodes = contest_.ranks_per_host > 1 ? algorithms::Nodes::in_succession(
                                                                    ranks_, contest_.ranks_per_host)
                                                              : algorithms::Nodes{};
  return select::completed(
      named, {.collective = collective, .ranks = ranks_, .bytes = bytes, .nodes = nodes}, knowledge,
      select::AllowedBrackets::all, candidates_);
}

/// The seconds that the cost model predicts for a kernel's own program; "" if no prediction was
/// asked for.
std::string Rank::predicted(const std::string& contestant, schedule::Collective collective,
                            std::int64_t bytes) const {
  std::string error;
  const algorithms::NamedKernel named = algorithms::parse_kernel(contestant, error);
  if (!contest_.is_predicted || named.kernel == nullptr) return "";
  const algorithms::Task task{
      .collective = collective, .ranks = ranks_, .parameters = completed(named, collective, bytes)};
  const algorithms::Claim claim = named.kernel->claim(task);
  const auto length = static_cast<double>(bytes);
  const double seconds = algorithms::program_seconds(
      algorithms::programs_of(*named.kernel, task, program::Binding::separate), claim,
      algorithms::model_for(claim, mean_model(), length), length);
  return text::format("{:.9g}", seconds);
}

void Rank::time(const std::string& contestant, schedule::Collective collective) {
  bench::Timing timing(contest_, contestant, collective, starts_);
  for (const std::int64_t bytes : contest_.bytes) {
    const bench::TimedCall call = timing.call(bytes);
    using Values = bench::TimedCall::Values;
    if (call.values == Values::wrong) all_are_right_ = false;
    if (rank_ != 0) continue;
    const char* values = call.values == Values::right   ? "right"
                         : call.values == Values::wrong ? "wrong"
                                                        : "-";
    text::print("{}\t{}\t{}\t{}\t{:.9g}\t{}\t{}\t{}\n", schedule::name_of(collective), ranks_,
                bytes, contestant, call.seconds, call.kernel, values,
                predicted(contestant, collective, bytes));
    static_cast<void>(std::fflush(stdout));
  }
}

int Rank::run() {
  if (rank_ == 0)
    text::print("# {}\nsubject\tranks\tbytes\tcontestant\tseconds\tkernel\tvalues\tmodel\n",
                text_of_model());
  for (const std::string& name : contest_.contestants)
    for (const std::string& collective : contest_.collectives) {
      const auto which = schedule::find_collective(collective);
      for (const std::string& contestant : contestants_of(name, *which)) time(contestant, *which);
    }
  // Only one rank reports it, because SMPI prints a warning for each rank that fails.
  return all_are_right_ || rank_ != 0 ? 0 : 1;
}

}  // namespace

/// SMPI looks up main() in the module.
__attribute__((visibility("default"))) int main(int argc, char** argv) {
  PMPI_Init(&argc, &argv);
  int status = 1;
  try {
    status = Rank(bench::contest_of(argc > 1 ? argv[1] : "")).run();
  } catch (const std::exception& failure) {
    text::print(stderr, "simulate: {}\n", failure.what());
    PMPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_Finalize();
  setenv(bench::end_variable, "yes", 1);
  return status;
}
