/// @file Collectives: the functions of MPI that Allfold serves, as rows of data.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

#include "schedule/blocks.hpp"

namespace allfold::schedule {

enum class Collective : std::uint8_t { allreduce, reduce, reduce_scatter };

/// What a rank wants of the result.
enum class Portion : std::uint8_t {
  none,
  own,  ///< its own share: the ranks divide the blocks equally, in rank order
  all
};

struct CollectiveRow {
  Collective collective;
  std::string_view name;      ///< in options, rules files and profiles
  std::string_view function;  ///< of MPI
  std::string_view one_call;  ///< in messages
  const char* variable;       ///< of the environment, which sets the algorithm
  Portion of_root;            ///< what the root wants
  Portion of_others;          ///< what all other ranks want. If it is the same: there is no root
};

/// A row for each collective, in the order of their numbers.
inline constexpr std::array collective_rows{
    CollectiveRow{.collective = Collective::allreduce,
                  .name = "allreduce",
                  .function = "MPI_Allreduce",
                  .one_call = "an Allreduce",
                  .variable = "ALLFOLD_ALLREDUCE",
                  .of_root = Portion::all,
                  .of_others = Portion::all},
    CollectiveRow{.collective = Collective::reduce,
                  .name = "reduce",
                  .function = "MPI_Reduce",
                  .one_call = "a Reduce",
                  .variable = "ALLFOLD_REDUCE",
                  .of_root = Portion::all,
                  .of_others = Portion::none},
    // Stands for MPI_Reduce_scatter_block, too, in which all shares are equal.
    CollectiveRow{.collective = Collective::reduce_scatter,
                  .name = "reduce_scatter",
                  .function = "MPI_Reduce_scatter",
                  .one_call = "a Reduce_scatter",
                  .variable = "ALLFOLD_REDUCE_SCATTER",
                  .of_root = Portion::own,
                  .of_others = Portion::own},
};

/// The position of its row, for arrays by collective.
[[nodiscard]] constexpr std::size_t index_of(Collective collective) {
  return static_cast<std::size_t>(collective);
}
[[nodiscard]] constexpr const CollectiveRow& row_of(Collective collective) {
  return collective_rows[index_of(collective)];
}
[[nodiscard]] constexpr std::string_view name_of(Collective collective) {
  return row_of(collective).name;
}

/// All collectives, in the order of their rows.
inline constexpr auto all_collectives = [] {
  std::array<Collective, collective_rows.size()> all = {};
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = collective_rows[i].collective;
  return all;
}();
static_assert(
    [] {
      for (std::size_t i = 0; i < all_collectives.size(); ++i)
        if (index_of(all_collectives[i]) != i) return false;
      return true;
    }(),
    "the rows are in the order of the collectives");

/// The name of all collectives together, in options and tables.
inline constexpr std::string_view name_of_all = "all";

/// The collective of that name, or none.
[[nodiscard]] constexpr std::optional<Collective> find_collective(std::string_view name) {
  for (const CollectiveRow& row : collective_rows)
    if (row.name == name) return row.collective;
  return std::nullopt;
}
/// What a message says is expected where the name of a collective is: "allreduce, reduce or ...". With
/// another word that may stand there: "allreduce, reduce or all".
[[nodiscard]] std::string expected_names(std::string_view other = {});

/// Whether one rank, the root, wants another portion than the other ranks.
[[nodiscard]] constexpr bool has_root(Collective collective) {
  return row_of(collective).of_root != row_of(collective).of_others;
}
/// Whether every rank wants the whole result.
[[nodiscard]] constexpr bool goes_to_all(Collective collective) {
  return !has_root(collective) && row_of(collective).of_others == Portion::all;
}
/// Whether every rank wants its own share of the result.
[[nodiscard]] constexpr bool goes_in_shares(Collective collective) {
  return !has_root(collective) && row_of(collective).of_others == Portion::own;
}

/// The blocks of a portion, if `all` are those of the vector. If ranks want their own share, there
/// is a multiple of `ranks` of them.
[[nodiscard]] constexpr Blocks blocks_of(Portion portion, Blocks all, int rank, int ranks) {
  switch (portion) {
    case Portion::none: return {};
    case Portion::own: return share_of(all, rank, ranks);
    case Portion::all: return all;
  }
  return {};
}

/// What `rank` wants. `root` has no meaning if the collective has none.
[[nodiscard]] constexpr Portion portion_of(Collective collective, int root, int rank) {
  return rank == root ? row_of(collective).of_root : row_of(collective).of_others;
}
/// Whether `rank` wants any of the result.
[[nodiscard]] constexpr bool gets_result(Collective collective, int root, int rank) {
  return portion_of(collective, root, rank) != Portion::none;
}

/// Whether `rank` wants the whole result, so that its input and its result may be one vector.
[[nodiscard]] constexpr bool gets_all(Collective collective, int root, int rank) {
  return portion_of(collective, root, rank) == Portion::all;
}

/// The ranks of a call, as those that get its result.
struct Recipients {
  Collective collective = Collective::allreduce;
  int ranks = 1;
  int root = 0;  ///< of a collective that has one

  /// The blocks of the result that `rank` wants, if `all` are those of the vector.
  [[nodiscard]] constexpr Blocks wanted(int rank, Blocks all) const {
    return blocks_of(portion_of(collective, root, rank), all, rank, ranks);
  }
};

/// A set of collectives.
class Collectives {
 public:
  // Implicit, so that a row of data is a list. NOLINTNEXTLINE(google-explicit-constructor)
  constexpr Collectives(std::initializer_list<Collective> members) {
    for (const Collective member : members) contains_[index_of(member)] = true;
  }
  [[nodiscard]] constexpr bool contains(Collective collective) const {
    return contains_[index_of(collective)];
  }
  /// All collectives.
  [[nodiscard]] static constexpr Collectives any() {
    Collectives all({});
    all.contains_.fill(true);
    return all;
  }

 private:
  std::array<bool, all_collectives.size()> contains_ = {};
};

}  // namespace allfold::schedule
