/// @file Choices: what may happen at a point of an execution, and which of it does.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <random>
#include <span>
#include <vector>

#include "node_check/knowledge.hpp"

namespace allfold::node_check {

class Choices {
 public:
  virtual ~Choices() = default;
  /// Which of these ranks makes the next access. The first one is usual: it is the one that runs,
  /// if it can go on.
  [[nodiscard]] virtual std::size_t rank(std::span<const std::size_t> ranks) = 0;
  /// Which of `visible` stores a load returns: how many before the newest.
  [[nodiscard]] virtual std::uint32_t age(std::uint32_t visible) = 0;
  /// How many polls of a rank find nothing new before other ranks run.
  [[nodiscard]] virtual unsigned looks() = 0;
  /// Whether ranks are also chosen before accesses to data. Where such accesses are ordered by
  /// marks, which is checked in any case, nothing depends on that.
  enum class Points : std::uint8_t { marks, all_accesses };
  [[nodiscard]] virtual Points points() const = 0;
};

/// Chooses at random. How often ranks are preempted, and how old the values are that they load,
/// differs from seed to seed.
class RandomChoices final : public Choices {
 public:
  RandomChoices(std::uint64_t seed, unsigned most_looks);
  std::size_t rank(std::span<const std::size_t> ranks) override;
  std::uint32_t age(std::uint32_t visible) override;
  unsigned looks() override { return looks_; }
  [[nodiscard]] Points points() const override { return Points::all_accesses; }

 private:
  [[nodiscard]] std::uint64_t below(std::uint64_t number) { return random_() % number; }
  [[nodiscard]] std::size_t foremost(std::span<const std::size_t> ranks) const;

  std::mt19937_64 random_;
  unsigned looks_;
  /// `priorities`: the rank with the highest priority runs, and priorities seldom change, so that
  /// some ranks get far behind.
  enum class Kind : std::uint8_t { walk, priorities } kind_;
  std::uint64_t accesses_between_;  ///< between two preemptions, on average
  std::uint64_t loads_between_;     ///< between two loads of old values
  std::array<std::uint64_t, most_ranks> priorities_ = {};
};

/// Chooses so that a sequence of executions covers all that deviate at most `deviations` times from
/// the usual: each rank runs until it has to wait, then the next one, and loads return the newest
/// value. (Emmi, Qadeer, Rakamarić: Delay-bounded scheduling, POPL 2011; here also for old values.)
class Search final : public Choices {
 public:
  explicit Search(int deviations) : most_(deviations) {}
  std::size_t rank(std::span<const std::size_t> ranks) override {
    return ranks[choose(ranks.size())];
  }
  std::uint32_t age(std::uint32_t visible) override {
    return static_cast<std::uint32_t>(choose(visible));
  }
  unsigned looks() override { return 1; }
  [[nodiscard]] Points points() const override { return Points::marks; }

  /// Called between two executions. Returns false if there is no further one.
  [[nodiscard]] bool next();

 private:
  [[nodiscard]] std::size_t choose(std::size_t possibilities);

  struct Choice {
    std::size_t possibilities;
    std::size_t chosen;
  };
  int most_;
  std::vector<Choice> path_;
  std::size_t made_ = 0;  ///< of the path, in this execution
  int deviations_ = 0;    ///< in the path
};

}  // namespace allfold::node_check
