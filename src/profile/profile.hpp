/// @file Profile: what is known of the reductions of a program, of one rank or of many.
#pragma once

#include <algorithm>
#include <compare>
#include <cstdint>
#include <map>
#include <string>

#include "profile/classes.hpp"

namespace allfold::profile {

/// Communicators that are alike.
struct CommunicatorKind {
  std::string name = {};   ///< "" where the program has given none
  int ranks = 0;           ///< 0: of any number, merged
  int nodes = 0;           ///< 0: not known
  int ranks_per_node = 0;  ///< on the node that has most; 0: not known

  friend std::strong_ordering operator<=>(const CommunicatorKind&,
                                          // NOLINTNEXTLINE(modernize-use-nullptr): as below
                                          const CommunicatorKind&) = default;
};

/// Seconds over ranks.
struct Spread {
  double sum = 0;
  double max = 0;

  void add(const Spread& other) {
    sum += other.sum;
    max = std::max(max, other.max);
  }
};

struct ClassKey {
  CommunicatorKind communicator = {};
  Kind kind = {};
  Site site = {};

  // NOLINTNEXTLINE(modernize-use-nullptr): clang-tidy 14 takes the 0 that `= default` compares with.
  friend std::strong_ordering operator<=>(const ClassKey&, const ClassKey&) = default;
};

struct ClassSums {
  std::uint64_t calls = 0;  ///< each is counted by one rank
  std::uint64_t calls_in_place = 0;
  std::uint64_t bytes = 0;
  std::uint64_t ranks = 0;          ///< that made calls
  Spread seconds = {};              ///< from the arrival of a rank until the call returned to it
  double known_seconds = 0;         ///< of the sum, for which the split is known
  std::uint64_t sampled_calls = 0;  ///< of ranks, from which it is known
  Spread waiting = {};              ///< until the last rank arrived
  Spread rest = {};                 ///< known, and not waiting

  void add(const ClassSums& other);
  /// What was added up is of one rank, in several communicators.
  void be_of_one_rank();
};

struct CommunicatorSums {
  std::uint64_t communicators = 0;
  Spread set_up = {};  ///< seconds of setting them up, which is part of no call

  void be_of_one_rank() { set_up.max = set_up.sum; }
  void add(const CommunicatorSums& other) {
    communicators += other.communicators;
    set_up.add(other.set_up);
  }
};

struct Profile {
  /// Classes, and kinds of communicators, that a profile holds; what comes later is merged.
  static constexpr std::size_t most = 4096;

  std::string program = {};  ///< the name of its file
  std::string allfold = {};  ///< version
  std::string mpi = {};      ///< library and version
  std::string mode = {};     ///< as ALLFOLD_MODE has it
  std::string partial =
      {};  ///< why it does not hold all ranks, or not the whole run; "" if it does
  int ranks = 0;
  int nodes = 0;           ///< 0: not known
  int ranks_per_node = 0;  ///< on the node that has most; 0: not known
  std::uint64_t ranks_observed = 0;
  Spread run = {};         ///< seconds from the start of the process to MPI_Finalize
  double clock_error = 0;  ///< seconds that the clocks of two nodes are not farther apart than
  std::uint64_t merged_calls = 0;  ///< in classes that are not their own
  std::map<CommunicatorKind, CommunicatorSums> communicators = {};
  std::map<ClassKey, ClassSums> classes = {};

  void add(const ClassKey& key, const ClassSums& sums);
  void add(const CommunicatorKind& kind, const CommunicatorSums& sums);
  /// All that was added so far is of one rank.
  void be_of_one_rank();
  /// What other ranks of the same job have observed.
  void add(const Profile& others);
};

}  // namespace allfold::profile
