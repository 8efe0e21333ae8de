/// Compares the cheapest composition with each single kernel of the papers, in the cost model.
#include <algorithm>
#include <map>
#include <optional>
#include <string>

#include "algorithms/kernel_name.hpp"
#include "algorithms/registry.hpp"
#include "cost/critical_path.hpp"
#include "papers.hpp"
#include "select/cheapest.hpp"

namespace allfold::papers {
namespace {

constexpr std::array papers_kernels{
    std::string_view("binary-tree"),
    std::string_view("binary-tree-f"),
    std::string_view("recursive-doubling"),
    std::string_view("halving-doubling"),
    std::string_view("binary-blocks"),
    std::string_view("ring"),
    std::string_view("ring-ordered"),
    std::string_view("elimination-overlapping"),
    std::string_view("elimination-non-overlapping"),
    std::string_view("butterfly"),
    std::string_view("small-ring"),
    std::string_view("sbt"),
    std::string_view("bsbt"),
    std::string_view("bucket"),
    std::string_view("sbt-2d"),
    std::string_view("bsbt-2d"),
    std::string_view("bucket-2d"),
    std::string_view("mesh-adaptive"),
};

/// A kernel with parameters. Its time is the maximum over all roots. Its programs are executed only
/// if its formula is a bound.
class TimedKernel {
 public:
  TimedKernel(const algorithms::Kernel& kernel, const algorithms::Task& task)
      : kernel_(kernel), task_(task), claim_(kernel.claim(task)) {}

  [[nodiscard]] std::string_view name() const { return kernel_.name; }

  /// Its time if that is less than `limit`, otherwise any value that is not less than `limit`.
  [[nodiscard]] double seconds_below(double limit, const cost::CostModel& model, double bytes) {
    if (claim_.kind == algorithms::Claim::Kind::exactly)
      return algorithms::seconds(claim_, model, bytes);
    if (executed_.empty()) execute(model.link);
    // A lower bound: the sum of all terms is no less than each of them.
    double most = 0;
    for (const Executed& of_root : executed_)
      most = std::max({most, model.link.alpha * of_root.terms.rounds,
                       model.link.beta * bytes * of_root.terms.volume,
                       model.gamma * bytes * of_root.terms.reductions});
    for (auto of_root = executed_.begin(); of_root != executed_.end() && most < limit; ++of_root)
      most = std::max(most, cost::critical_path(of_root->programs, model, bytes));
    return most;
  }

 private:
  struct Executed {
    std::vector<program::Program> programs;
    cost::Cost terms;
  };
  void execute(cost::LinkCost link) {
    const double f_alpha = link.f_alpha;
    const double f_beta = link.f_beta;
    for (const int root : proof::scope_of(task_.ranks).roots) {
      task_.root = root;
      Executed of_root{
          .programs = algorithms::programs_of(kernel_, task_, program::Binding::separate),
          .terms = {}};
      const auto& all = of_root.programs;
      of_root.terms = {
          .rounds = cost::critical_path(all, {.link = {.alpha = 1, .f_alpha = f_alpha}}, 1),
          .volume = cost::critical_path(all, {.link = {.beta = 1, .f_beta = f_beta}}, 1),
          .reductions = cost::critical_path(all, {.gamma = 1}, 1)};
      executed_.push_back(std::move(of_root));
      if (task_.collective == schedule::Collective::allreduce) return;
    }
  }

  const algorithms::Kernel& kernel_;
  algorithms::Task task_;
  algorithms::Claim claim_;
  std::vector<Executed> executed_;  // by root
};

constexpr std::array gammas_in_betas{0.0, 0.1, 1.0, 10.0};

/// Cost parameters of machines, and lengths of vectors.
struct Machines {
  double f_alpha = 1;
  double f_beta = 1;
};

/// Calls visit(model, bytes) for start-ups from 0.1 us to 10 us, and 8 B to 128 MiB.
template <class Visit>
void for_each_point(const Machines& machines, Visit visit) {
  constexpr double beta = 1e-10;
  for (const double alpha : {1e-7, 1e-6, 1e-5})
    for (const double ratio : gammas_in_betas)
      for (double bytes = 8; bytes <= 128 << 20; bytes *= 4)
        visit(cost::CostModel{.link = {.alpha = alpha,
                                       .beta = beta,
                                       .f_alpha = machines.f_alpha,
                                       .f_beta = machines.f_beta},
                              .gamma = ratio * beta},
              bytes);
}

select::Cheapest cheapest_by_formulas(const algorithms::Kernel& kernel,
                                      const algorithms::Task& task, const cost::CostModel& model,
                                      double bytes, select::CandidateCache& cache) {
  return select::cheapest({.kernel = kernel,
                           .task = task,
                           .brackets = select::AllowedBrackets::all,
                           .model = model,
                           .bytes = bytes,
                           .basis = select::Basis::formulas},
                          cache, [](const algorithms::Parameters&) { return true; })
      .value();
}

/// The largest ratio of the cheapest composition's time to the time of each kernel. Kernels with no
/// ratio above 1 are omitted.
using Shortfalls = std::map<std::string_view, double>;

void add_shortfalls(const algorithms::Task& task, const Machines& machines,
                    Shortfalls& shortfalls) {
  std::vector<TimedKernel> of_papers;
  for (const std::string_view name : papers_kernels) {
    const algorithms::Kernel& kernel = *algorithms::find_kernel(name);
    if (!kernel.serves(task.collective)) continue;
    for (const algorithms::Parameters& parameters : algorithms::all_parameters(kernel, task)) {
      algorithms::Task own = task;
      own.parameters = parameters;
      of_papers.emplace_back(kernel, own);
    }
  }
  const algorithms::Kernel& composed = *algorithms::find_kernel("composed");
  select::CandidateCache cache;
  std::map<std::string, TimedKernel> chosen;
  for_each_point(machines, [&](const cost::CostModel& model, double bytes) {
    algorithms::Task own = task;
    own.parameters = cheapest_by_formulas(composed, task, model, bytes, cache).parameters;
    TimedKernel& choice =
        chosen.try_emplace(algorithms::text_of(composed, own.parameters), composed, own)
            .first->second;
    const double time = choice.seconds_below(1e300, model, bytes);
    for (TimedKernel& other : of_papers) {
      const double ratio = time / other.seconds_below(time, model, bytes);
      constexpr double rounding = 1e-9;
      if (ratio < 1 + rounding) continue;
      double& worst = shortfalls[other.name()];
      worst = std::max(worst, ratio);
    }
  });
}

Shortfalls shortfalls(schedule::Collective collective, const std::vector<int>& ranks,
                      const Machines& machines) {
  Shortfalls found;
  for (const int p : ranks) add_shortfalls({.collective = collective, .ranks = p}, machines, found);
  return found;
}

std::vector<int> all_ranks() {
  std::vector<int> all;
  for (int p = 2; p <= 128; ++p) all.push_back(p);
  return all;
}

/// Expects the same kernels in both, and no ratio above the given one.
void expect(const Shortfalls& found, const Shortfalls& at_most) {
  for (const auto& [kernel, ratio] : found) {
    const auto bound = at_most.find(kernel);
    EXPECT_LE(ratio, bound == at_most.end() ? 1 : bound->second) << kernel;
  }
  for (const auto& [kernel, ratio] : at_most)
    EXPECT_TRUE(found.contains(kernel)) << kernel << " is never cheaper any more: say so here";
}

// A ring that may reorder operands reduces while messages arrive.
TEST(CheapestComposition, of_an_allreduce_costs_no_more_than_any_single_kernel_but_a_ring) {
  expect(shortfalls(schedule::Collective::allreduce, all_ranks(), {}), {{"ring", 1.5}});
}

// If one-way messages are cheaper than exchanges, trees gain: all of their messages go one way.
TEST(CheapestComposition, of_an_allreduce_is_beaten_by_mesh_trees_where_one_way_is_cheaper) {
  const std::vector<int> ranks = numbers_of_ranks();
  expect(shortfalls(schedule::Collective::allreduce, ranks, {.f_alpha = 0.5}),
         {{"bsbt", 1.06}, {"mesh-adaptive", 1.06}, {"ring", 1.5}, {"sbt-2d", 1.2}});
  expect(shortfalls(schedule::Collective::allreduce, ranks, {.f_beta = 0.5}), {{"ring", 1.5}});
  expect(shortfalls(schedule::Collective::allreduce, ranks, {.f_alpha = 0.5, .f_beta = 0.5}),
         {{"bsbt", 1.1}, {"mesh-adaptive", 1.08}, {"ring", 1.5}, {"sbt-2d", 1.21}});
}

// The formulas of elimination are bounds over all roots, and the choice uses these bounds.
TEST(CheapestComposition, of_a_reduce_is_beaten_by_what_has_bounds_for_formulas) {
  expect(shortfalls(schedule::Collective::reduce, numbers_of_ranks(), {}),
         {{"bsbt", 1.1},
          {"butterfly", 1.18},
          {"elimination-overlapping", 1.18},
          {"elimination-non-overlapping", 1.18},
          {"mesh-adaptive", 1.08},
          {"ring", 1.5}});
}

// According to the formulas no kernel of Rabenseifner's papers of 2004 but the ring is cheaper.
TEST(CheapestComposition, of_a_reduce_has_the_least_formula_of_the_first_two_papers) {
  for (const int p : all_ranks()) {
    const algorithms::Task task{.collective = schedule::Collective::reduce, .ranks = p};
    select::CandidateCache cache;
    const algorithms::Kernel& composed = *algorithms::find_kernel("composed");
    for (std::size_t i = 0; i < 11; ++i) {
      const algorithms::Kernel& kernel = *algorithms::find_kernel(papers_kernels[i]);
      if (!kernel.serves(task.collective) || kernel.name == "ring") continue;
      for (const algorithms::Parameters& parameters : algorithms::all_parameters(kernel, task)) {
        algorithms::Task own = task;
        own.parameters = parameters;
        const algorithms::Claim claim = kernel.claim(own);
        for_each_point({}, [&](const cost::CostModel& model, double bytes) {
          ASSERT_LE(cheapest_by_formulas(composed, task, model, bytes, cache).seconds,
                    algorithms::seconds(claim, model, bytes) * (1 + 1e-9))
              << kernel.name << algorithms::text_of(kernel, parameters) << " on " << p;
        });
      }
    }
  }
}

}  // namespace
}  // namespace allfold::papers
