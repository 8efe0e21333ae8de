/// Compares the closed forms of Rabenseifner (ICCS 2004), written out, with the time of the
/// programs.
#include "cost/critical_path.hpp"
#include "papers.hpp"

namespace allfold::papers {
namespace {

/// A Reduce for each of several roots.
template <class Visit>
void for_some_roots(int p, Visit visit) {
  for (const int root : {0, 1, p / 2, p - 1})
    visit(algorithms::Task{.collective = schedule::Collective::reduce, .ranks = p, .root = root});
}

// If p is not a power of two, a rank may receive the next vector while it reduces the last one.
TEST(BinaryTree, reduces_in_lg_p_one_way_messages_for_every_root) {
  for (const int p : numbers_of_ranks()) {
    const double lg = algorithms::ceil_log2(p);
    const Sum sum = algorithms::is_power(p) ? Sum::exact : Sum::at_most;
    for (const std::string_view name : {"binary-tree", "binary-tree-f"}) {
      for_some_roots(p, [&](const algorithms::Task& task) {
        expect_time(programs(name, task), sum,
                    [=](auto& t) { return lg * (t.alpha_u + m * t.beta_u + m * t.gamma); });
      });
      expect_time(programs(name, {.ranks = p}), sum,
                  [=](auto& t) { return lg * (2 * t.alpha_u + 2 * m * t.beta_u + m * t.gamma); });
    }
  }
}

TEST(RecursiveDoubling, costs_lg_p_exchanges_and_two_messages_for_other_p) {
  for (const int p : numbers_of_ranks()) {
    const double floor = algorithms::floor_log2(p);
    const double rest = algorithms::is_power(p) ? 0 : 1;
    expect_time(programs("recursive-doubling", {.ranks = p}), Sum::exact, [=](auto& t) {
      return floor * (t.alpha + m * t.beta + m * t.gamma) +
             rest * (2 * t.alpha_u + 2 * m * t.beta_u + m * t.gamma);
    });
  }
}

// The paper charges the message that folds a rank in as an exchange, which makes no difference if
// all messages cost the same.
TEST(RecursiveDoubling, costs_what_the_paper_prints_where_one_way_costs_the_same) {
  for (const int p : numbers_of_ranks()) {
    if (algorithms::is_power(p)) continue;
    const double ceil = algorithms::ceil_log2(p);
    expect_time_both_ways(programs("recursive-doubling", {.ranks = p}), Sum::exact, [=](auto& t) {
      return ceil * (t.alpha + m * t.beta + m * t.gamma) + t.alpha_u + m * t.beta_u;
    });
  }
}

TEST(HalvingDoubling, costs_two_vectors_on_powers_of_two) {
  for (const int p : {2, 4, 8, 16, 32, 64, 128}) {
    const double lg = algorithms::floor_log2(p);
    expect_time(programs("halving-doubling", {.ranks = p}), Sum::exact, [=](auto& t) {
      return 2 * lg * t.alpha + 2 * m * t.beta + m * t.gamma - (2 * m * t.beta + m * t.gamma) / p;
    });
    for_some_roots(p, [&](const algorithms::Task& task) {
      expect_time(programs("halving-doubling", task), Sum::exact, [=](auto& t) {
        return lg * (1 + t.f_alpha) * t.alpha + (1 + t.f_beta) * m * t.beta + m * t.gamma -
               (m * (t.beta + t.beta_u) + m * t.gamma) / p;
      });
    });
  }
}

// The paper charges the last send of a full vector as an exchange: (2 lg p' + 2 + f_alpha) and (3 +
// (1 + f_beta)/2). The message goes one way.
TEST(HalvingDoubling, costs_twice_as_much_on_other_numbers) {
  for (const int p : numbers_of_ranks()) {
    if (algorithms::is_power(p)) continue;
    const double lg = algorithms::floor_log2(p);
    const double largest = algorithms::power(algorithms::floor_log2(p));
    const auto all = programs("halving-doubling", {.ranks = p});
    expect_time(all, Sum::exact, [=](auto& t) {
      return (2 * lg + 1 + 2 * t.f_alpha) * t.alpha +
             (2 + (1 + t.f_beta) / 2 + t.f_beta) * m * t.beta + 1.5 * m * t.gamma -
             (2 * m * t.beta + m * t.gamma) / largest;
    });
    expect_time_both_ways(all, Sum::exact, [=](auto& t) {
      return (2 * lg + 2 + t.f_alpha) * t.alpha + (3 + (1 + t.f_beta) / 2) * m * t.beta +
             1.5 * m * t.gamma - (2 * m * t.beta + m * t.gamma) / largest;
    });
  }
}

// In the first pairs, a rank may send on the half that it has itself reduced while the other half
// still arrives, so the reduction of half a vector may overlap with messages.
TEST(HalvingDoubling, reduces_at_the_papers_cost_on_other_numbers_for_every_root) {
  for (const int p : numbers_of_ranks()) {
    if (algorithms::is_power(p)) continue;
    const double lg = algorithms::floor_log2(p);
    const double largest = algorithms::power(algorithms::floor_log2(p));
    for_some_roots(p, [&](const algorithms::Task& task) {
      expect_time(programs("halving-doubling", task), Sum::at_most, [=](auto& t) {
        return lg * (1 + t.f_alpha) * t.alpha + (1 + t.f_alpha) * t.alpha +
               (1 + (1 + t.f_beta) / 2 + t.f_beta) * m * t.beta + 1.5 * m * t.gamma -
               ((1 + t.f_beta) * m * t.beta + m * t.gamma) / largest;
      });
    });
  }
}

TEST(BinaryBlocks, are_halving_doubling_on_powers_of_two) {
  for (const int p : {2, 4, 8, 16, 32, 64, 128})
    for (const Machine& machine : whole_machines)
      EXPECT_EQ(
          cost::critical_path(programs("binary-blocks", {.ranks = p}), machine.model(), m),
          cost::critical_path(programs("halving-doubling", {.ranks = p}), machine.model(), m));
}

TEST(BinaryBlocks, of_two_sizes_cost_at_most_the_formula) {
  for (int e = 1; e <= 6; ++e)
    for (int f = 0; f < e; ++f)
      expect_at_most(
          programs("binary-blocks", {.ranks = algorithms::power(e) + algorithms::power(f)}),
          [=](auto& t) {
            return (2 * e + algorithms::power(e - f + 1)) * t.alpha +
                   (2 * (1 - algorithms::inverse_power(e)) + 2 * algorithms::inverse_power(f)) * m *
                       t.beta +
                   m * t.gamma;
          });
}

// Results return to the smaller block while the larger block still gathers, and messages to the
// larger block overlap with the reduction of the last halving.
TEST(BinaryBlocks, of_two_sizes_cost_less_than_the_papers_bound) {
  for (int e = 1; e <= 6; ++e)
    for (int f = std::max(0, e - 4); f < e; ++f)
      expect_time(programs("binary-blocks", {.ranks = algorithms::power(e) + algorithms::power(f)}),
                  Sum::exact, [=](auto& t) {
                    const double segment = algorithms::inverse_power(e) * m;
                    return 2 * e * t.alpha + algorithms::power(e - f) * t.alpha_u +
                           2 * (1 - algorithms::inverse_power(e)) * m * t.beta +
                           algorithms::inverse_power(f) * m * t.beta_u + (m - segment) * t.gamma +
                           std::max(t.alpha_u + segment * t.beta_u, segment * t.gamma);
                  });
}

TEST(BinaryBlocks, cost_their_longest_path) {
  for (const int p : numbers_of_ranks()) {
    const algorithms::Kernel& kernel = *kernel_named("binary-blocks").kernel;
    const algorithms::Claim everyone = kernel.claim({.ranks = p});
    expect_time(programs("binary-blocks", {.ranks = p}), Sum::exact,
                [&](auto& t) { return seconds(everyone, t.model(), m); });
    const algorithms::Claim one =
        kernel.claim({.collective = schedule::Collective::reduce, .ranks = p});
    for (const Machine& machine : whole_machines) {
      double most = 0;
      for_some_roots(p, [&](const algorithms::Task& task) {
        most = std::max(most,
                        cost::critical_path(programs("binary-blocks", task), machine.model(), m));
      });
      EXPECT_NEAR(most, algorithms::seconds(one, machine.model(), m), 1e-9)
          << machine.name << ", p = " << p;
    }
  }
}

// 2e + 2 sum 2^(e_i - e_(i+1)).
double start_ups(int p) {
  double sum = 2.0 * algorithms::floor_log2(p);
  for (int rest = p - algorithms::power(algorithms::floor_log2(p)),
           before = algorithms::floor_log2(p);
       rest > 0; rest -= algorithms::power(before)) {
    sum += 2.0 * algorithms::power(before - algorithms::floor_log2(rest));
    before = algorithms::floor_log2(rest);
  }
  return sum;
}

TEST(BinaryBlocks, take_as_many_start_ups_as_the_differences_of_exponents_say_at_most) {
  EXPECT_EQ(start_ups(100), 2 * 6 + 2 * (2 + 8)) << "100 = 2^6 + 2^5 + 2^2";
  for (const int p : numbers_of_ranks())
    EXPECT_LE(cost::cost_of(programs("binary-blocks", {.ranks = p})).rounds, start_ups(p)) << p;
}

TEST(BinaryBlocks, on_13_ranks_are_the_papers_example) {
  expect_at_most(programs("binary-blocks", {.ranks = 13}),
                 [](auto& t) { return 13 * t.alpha + 3.5 * m * t.beta + 1.125 * m * t.gamma; });
}

// An odd number of ranks has a group of one rank, which receives and sends whole vectors.
TEST(BinaryBlocks, move_whole_vectors_on_odd_numbers_and_shares_on_others) {
  for (int p = 3; p <= 65; p += 2)
    EXPECT_GE(cost::cost_of(programs("binary-blocks", {.ranks = p})).volume, 2) << p;
  EXPECT_LT(cost::cost_of(programs("binary-blocks", {.ranks = 24})).volume, 2.125);
}

// `ring` reduces each contribution while the next one arrives. `ring-ordered` reduces all of them
// in order, and rank 0 cannot begin before the last one has arrived. A root receives the other
// blocks meanwhile.
TEST(Ring, costs_two_vectors_on_any_number_of_ranks) {
  for (const int p : numbers_of_ranks()) {
    const double n = p;
    for (const std::string_view name : {"ring", "ring-ordered"}) {
      const Sum sum = name == "ring" ? Sum::at_most : Sum::exact;
      const auto allreduce = [=](auto& t) {
        return 2 * (n - 1) * t.alpha + 2 * m * t.beta + m * t.gamma -
               (2 * m * t.beta + m * t.gamma) / n;
      };
      const auto reduce = [=](auto& t) {
        return (n - 1) * (t.alpha + t.alpha_u) + m * (t.beta + t.beta_u) + m * t.gamma -
               (m * (t.beta + t.beta_u) + m * t.gamma) / n;
      };
      expect_time(programs(name, {.ranks = p}), sum, allreduce);
      for (const int root : {0, p / 2})
        expect_time(
            programs(name, {.collective = schedule::Collective::reduce, .ranks = p, .root = root}),
            Sum::at_most, reduce);
    }
  }
}

// A run of blocks that wraps around is reduced in pieces.
TEST(Circulant, costs_two_vectors_in_2_lg_p_rounds_on_any_number_of_ranks) {
  for (const int p : numbers_of_ranks()) {
    const double n = p;
    expect_time_both_ways(programs("circulant", {.ranks = p}), Sum::at_most, [=](auto& t) {
      return 2 * algorithms::ceil_log2(p) * t.alpha + 2 * (n - 1) / n * m * t.beta +
             (n - 1) / n * m * t.gamma;
    });
  }
}

}  // namespace
}  // namespace allfold::papers
