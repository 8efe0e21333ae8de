/// The cheapest composition against each single kernel of the papers, in the cost model: which of
/// them it replaces, and which it does not, where, and by how much.
#include <algorithm>
#include <map>
#include <optional>

#include "papers.hpp"
#include "select/candidates.hpp"

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

/// A kernel with parameters; its programs are executed where its formula is a bound only.
class Contender {
 public:
  Contender(const Kernel& kernel, const Task& task)
      : kernel_(kernel), task_(task), claim_(kernel.claim(task)) {}

  [[nodiscard]] std::string_view name() const { return kernel_.name; }

  /// What it takes, if that is less than `limit`; else any time from `limit` on.
  [[nodiscard]] double seconds_below(double limit, const CostModel& model, double bytes) {
    if (claim_.kind == Claim::Kind::exactly) return seconds(claim_.cost, model, bytes);
    if (programs_.empty()) execute(model.link);
    // The sum takes no less than any of its terms.
    const double least =
        std::max({model.link.alpha * terms_.rounds, model.link.beta * bytes * terms_.volume,
                  model.gamma * bytes * terms_.reductions});
    return least >= limit ? least : critical_path(programs_, model, bytes);
  }

 private:
  void execute(LinkCost link) {
    programs_ = programs_of(kernel_, task_, Binding::separate);
    const double f_alpha = link.f_alpha;
    const double f_beta = link.f_beta;
    terms_.rounds = critical_path(programs_, {.link = {.alpha = 1, .f_alpha = f_alpha}}, 1);
    terms_.volume = critical_path(programs_, {.link = {.beta = 1, .f_beta = f_beta}}, 1);
    terms_.reductions = critical_path(programs_, {.gamma = 1}, 1);
  }

  const Kernel& kernel_;
  Task task_;
  Claim claim_;
  std::vector<Program> programs_;
  Cost terms_;
};

/// Machines and lengths of vectors.
struct Machines {
  std::vector<double> gammas_in_betas;
  double f_alpha = 1;
  double f_beta = 1;
};

/// Calls visit(model, bytes) for start-ups from 0.1 to 10 us, and 8 B to 128 MiB.
template <class Visit>
void for_each_point(const Machines& machines, Visit visit) {
  constexpr double beta = 1e-10;
  for (const double alpha : {1e-7, 1e-6, 1e-5})
    for (const double ratio : machines.gammas_in_betas)
      for (double bytes = 8; bytes <= 128 << 20; bytes *= 4)
        visit(CostModel{.link = {.alpha = alpha,
                                 .beta = beta,
                                 .f_alpha = machines.f_alpha,
                                 .f_beta = machines.f_beta},
                        .gamma = ratio * beta},
              bytes);
}

/// How often the time of the kernel the cheapest composition takes, at the most; those where it is
/// never more are left out.
using Shortfalls = std::map<std::string_view, double>;

void add_shortfalls(const Task& task, const Machines& machines, Shortfalls& shortfalls) {
  std::vector<Contender> contenders;
  for (const std::string_view name : papers_kernels) {
    const Kernel& kernel = *find_kernel(name);
    if (!kernel.serves(task.collective)) continue;
    for (const Parameters& parameters : all_parameters(kernel, task)) {
      Task own = task;
      own.parameters = parameters;
      contenders.emplace_back(kernel, own);
    }
  }
  const Kernel& composed = *find_kernel("composed");
  CandidateCache cache;
  const auto candidates = cache.get(composed, task, Brackets::all);
  std::map<const Candidate*, Contender> chosen;
  for_each_point(machines, [&](const CostModel& model, double bytes) {
    const Candidate* candidate = cheapest(*candidates, model, bytes);
    Task own = task;
    own.parameters = candidate->parameters;
    Contender& choice = chosen.try_emplace(candidate, composed, own).first->second;
    const double time = choice.seconds_below(1e300, model, bytes);
    for (Contender& contender : contenders) {
      const double ratio = time / contender.seconds_below(time, model, bytes);
      constexpr double rounding = 1e-9;
      if (ratio < 1 + rounding) continue;
      double& worst = shortfalls[contender.name()];
      worst = std::max(worst, ratio);
    }
  });
}

Shortfalls shortfalls(Collective collective, const std::vector<int>& ranks,
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

/// The kernels found are those, and none falls short by more.
void expect(const Shortfalls& found, const Shortfalls& at_most) {
  for (const auto& [kernel, ratio] : found) {
    const auto bound = at_most.find(kernel);
    EXPECT_LE(ratio, bound == at_most.end() ? 1 : bound->second) << kernel;
  }
  for (const auto& [kernel, ratio] : at_most)
    EXPECT_TRUE(found.contains(kernel)) << kernel << " is never cheaper any more: say so here";
}

TEST(CheapestComposition, of_an_allreduce_is_the_cheapest_of_all_where_reducing_costs_little) {
  expect(shortfalls(Collective::allreduce, all_ranks(), {.gammas_in_betas = {0, 0.1}}), {});
}

TEST(CheapestComposition, of_an_allreduce_is_beaten_by_binary_blocks_alone) {
  expect(shortfalls(Collective::allreduce, all_ranks(), {.gammas_in_betas = {1}}),
         {{"binary-blocks", 1.1}});
  expect(shortfalls(Collective::allreduce, all_ranks(), {.gammas_in_betas = {10}}),
         {{"binary-blocks", 1.31}});
}

// Trees send one way only.
TEST(CheapestComposition, of_an_allreduce_is_beaten_by_trees_where_one_way_is_cheaper) {
  const std::vector<double> ratios{0.1, 1, 10};
  const std::vector<int> ranks = numbers_of_ranks();
  expect(shortfalls(Collective::allreduce, ranks, {.gammas_in_betas = ratios, .f_alpha = 0.5}),
         {{"binary-blocks", 1.4}, {"bsbt", 1.06}, {"sbt-2d", 1.21}, {"mesh-adaptive", 1.06}});
  expect(shortfalls(Collective::allreduce, ranks, {.gammas_in_betas = ratios, .f_beta = 0.5}),
         {{"binary-blocks", 1.4}});
  expect(shortfalls(Collective::allreduce, ranks,
                    {.gammas_in_betas = ratios, .f_alpha = 0.5, .f_beta = 0.5}),
         {{"binary-blocks", 1.4}, {"bsbt", 1.09}, {"sbt-2d", 1.21}, {"mesh-adaptive", 1.08}});
}

// The formulas of elimination are bounds over all roots, and by these it is chosen.
TEST(CheapestComposition, of_a_reduce_is_beaten_by_other_kernels_for_root_0) {
  expect(shortfalls(Collective::reduce, numbers_of_ranks(), {.gammas_in_betas = {0.1, 1, 10}}),
         {{"binary-blocks", 1.4},
          {"bsbt", 1.08},
          {"butterfly", 1.24},
          {"elimination-overlapping", 1.24},
          {"elimination-non-overlapping", 1.24},
          {"mesh-adaptive", 1.1}});
}

// As far as formulas go no kernel of [R04] and [RT04] but binary blocks is cheaper.
TEST(CheapestComposition, of_a_reduce_has_the_least_formula_of_the_first_two_papers) {
  for (const int p : all_ranks()) {
    const Task task{.collective = Collective::reduce, .ranks = p};
    CandidateCache cache;
    const auto candidates = cache.get(*find_kernel("composed"), task, Brackets::all);
    for (std::size_t i = 0; i < 11; ++i) {
      const Kernel& kernel = *find_kernel(papers_kernels[i]);
      if (!kernel.serves(task.collective) || kernel.name == "binary-blocks") continue;
      for (const Parameters& parameters : all_parameters(kernel, task)) {
        Task own = task;
        own.parameters = parameters;
        const Claim claim = kernel.claim(own);
        for_each_point({.gammas_in_betas = {0.1, 1, 10}},
                       [&](const CostModel& model, double bytes) {
                         const Candidate* candidate = cheapest(*candidates, model, bytes);
                         ASSERT_LE(seconds(candidate->cost, model, bytes),
                                   seconds(claim.cost, model, bytes) * (1 + 1e-9))
                             << kernel.name << text_of(kernel, parameters) << " on " << p;
                       });
      }
    }
  }
}

}  // namespace
}  // namespace allfold::papers
