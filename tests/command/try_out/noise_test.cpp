// How often slower calls are reported for runs with random times.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "command/try_out/findings.hpp"
#include "try_out/attempts.hpp"

namespace allfold::command::try_out {
namespace {

constexpr int kinds = 10;

/// The variation from run to run.
struct Noise {
  double least = 0.05;  ///< of kinds: the standard deviation of the logarithm of their times
  double most = 0.2;
  double of_whole_runs = 0;  ///< the same of all kinds together
  double disturbed = 0;      ///< share of runs in which a kind takes three times as long
};

/// By what times are multiplied with Allfold.
struct Effect {
  double on_last = 1;  ///< on the last kind of calls
  double on_others = 1;
};

class Machine {
 public:
  explicit Machine(const Noise& noise) : noise_(noise) {}

  /// So many runs each way, in turns.
  std::vector<Attempt> runs(int each, const Effect& effect) {
    std::vector<Attempt> attempts;
    for (int i = 0; i < each; ++i)
      for (const ServedBy by : {ServedBy::native, ServedBy::allfold})
        attempts.push_back(run_of(by, 10, calls(by == ServedBy::allfold ? effect : Effect())));
    return attempts;
  }

 private:
  std::vector<Calls> calls(const Effect& effect) {
    const double whole = std::exp(noise_.of_whole_runs * normal_(random_));
    std::vector<Calls> all;
    for (int kind = 0; kind < kinds; ++kind) {
      const double spread = noise_.least + (noise_.most - noise_.least) * kind / (kinds - 1);
      double seconds = effect.on_others * 0.3 * whole * std::exp(spread * normal_(random_));
      if (uniform_(random_) < noise_.disturbed) seconds *= 3;
      // The last kind has as little noise as the first.
      if (kind == kinds - 1)
        seconds = effect.on_last * 0.3 * std::exp(noise_.least * normal_(random_));
      all.push_back({.rest = seconds, .size_class = kind + 1});
    }
    return all;
  }

  Noise noise_;
  std::mt19937_64 random_{17};  // NOLINT(cert-msc32-c,cert-msc51-cpp): the same in each run
  std::normal_distribution<double> normal_;
  std::uniform_real_distribution<double> uniform_{0, 1};
};

constexpr int tries = 200;

/// In how many of all tries some kind is named; `name`: the one of that name.
int named_in(Machine machine, int each, const Effect& effect, const std::string& name = "") {
  int named = 0;
  for (int i = 0; i < tries; ++i) {
    const Findings findings = findings_of(machine.runs(each, effect));
    named += static_cast<int>(std::ranges::any_of(findings.slower, [&](const Slower& slower) {
      return slower.calls.find(name) != std::string::npos;
    }));
  }
  return named;
}

// Five, and three standard deviations of what so many tries vary by.
const double most = 0.05 * tries + 3 * std::sqrt(0.05 * 0.95 * tries);

TEST(Noise, NamesAKindOfCallsInAtMostFiveOfAHundredTries) {
  for (const int each : {3, 5})
    for (const Noise& noise : {Noise(), Noise{.least = 0.2, .most = 0.2},
                               Noise{.of_whole_runs = 0.2}, Noise{.disturbed = 0.1}})
      EXPECT_LE(named_in(Machine(noise), each, {}), most)
          << each << " runs, noise " << noise.least << " to " << noise.most << ", "
          << noise.of_whole_runs << ", " << noise.disturbed;
}

TEST(Noise, NamesNoMoreWhereOtherCallsGetFaster) {
  for (const int each : {3, 5})
    EXPECT_LE(named_in(Machine({}), each, {.on_others = 0.4}), most) << each << " runs";
}

TEST(Noise, DoesNotHideCallsThatTakeTwiceAsLong) {
  for (const int each : {3, 5})
    for (const Noise& noise : {Noise(), Noise{.of_whole_runs = 0.1}})
      for (const double others : {1.0, 0.4})
        EXPECT_GE(
            named_in(Machine(noise), each, {.on_last = 2, .on_others = others}, "allreduce 512 B"),
            tries * 9 / 10)
            << each << " runs, " << others;
}

}  // namespace
}  // namespace allfold::command::try_out
