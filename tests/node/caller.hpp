/// @file Ranks as threads that make calls on a group, with a check of each call.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "node/team_of_threads.hpp"
#include "support/shares.hpp"

namespace allfold::testing {

/// The layout of elements in the vectors of a rank.
struct Form {
  std::string name;
  std::int64_t extent;
  bool is_packed;
};
inline const Form side_by_side{.name = "side by side", .extent = 8, .is_packed = false};
inline const Form with_gaps{.name = "with gaps", .extent = 24, .is_packed = false};
inline const Form packed{.name = "packed", .extent = 24, .is_packed = true};

struct Call {
  std::int64_t count = 1;
  int root = node::everyone;
  bool in_place = false;
  const Form* form = &side_by_side;
  int lanes = 0;  ///< number of lanes of a call in two halves; 0: undivided
  std::optional<node::Way> way = {};
  std::optional<int> failed = {};  ///< a rank that enters the call with a failure
  node::Elements::Results results = node::Elements::Results::cached;  ///< if contiguous
  schedule::OperandOrder order = schedule::OperandOrder::any;
  int operation = 0;  ///< its number on this rank; the computation is the same
  schedule::Division division = schedule::Division::elements;
  ShareLengths shares = ShareLengths::none;
  /// Whether equal shares were prepared, or an earlier call's were.
  enum class Plan : std::uint8_t { prepared, usual } plan = Plan::prepared;
};

/// The status of a call if another rank's arguments do not match.
inline constexpr exec::Status mismatched = 77;

/// The calls of one rank on a team, with a check of each call.
class Caller {
 public:
  /// `expression`: what is computed if the order of ranks does not matter.
  Caller(TeamOfThreads& team, int rank, std::string expression)
      : team_(team),
        rank_(rank),
        expressions_{proved_expression(team.ranks()), std::move(expression)} {}

  /// `number` makes the data of this call differ from those of all others. `failure` is the status
  /// of its reductions.
  exec::Status run(const Call& call, std::size_t number, exec::Status failure = exec::success);

 private:
  exec::Status in_halves(const Call& call, const node::Vectors& vectors,
                         const node::Elements& elements, std::size_t number);

  TeamOfThreads& team_;
  int rank_;
  [[nodiscard]] const std::string& expression_of(const Call& call) const {
    return expressions_[static_cast<std::size_t>(call.order)];
  }
  std::array<std::string, 2> expressions_;  ///< by OperandOrder
  exec::Workspace workspace_;
};

/// Limits that are so small that vectors of few elements take every way.
inline constexpr node::Lengths short_lengths{.most_short_bytes = 512, .piece_bytes = 1024};
inline const std::vector<std::int64_t> counts{0,  1,  2,  5,   6,   7,   56,  57,
                                              63, 64, 65, 127, 128, 129, 383, 1000};

/// None: the group chooses by its trials.
inline constexpr std::array<std::optional<node::Way>, 1 + node::ways> all_ways{
    std::nullopt, node::Way::sliced, node::Way::whole, node::Way::read, node::Way::read_whole};

/// The same calls on all ranks, in the same order.
[[nodiscard]] std::vector<Call> random_calls(unsigned seed, int ranks, std::size_t number);

/// 0, 1, ..., ranks - 1.
[[nodiscard]] std::vector<int> all_of(int ranks);

/// Makes a rank fall behind the others now and then.
void dawdle(std::mt19937& random);

}  // namespace allfold::testing
