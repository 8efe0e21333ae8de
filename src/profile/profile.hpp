/// @file Profile: the reductions of a program, of one rank or of many.
#pragma once

#include <algorithm>
#include <compare>
#include <cstdint>
#include <map>
#include <string>

#include "profile/classes.hpp"

namespace allfold::profile {

/// What communicators that are counted together have in common.
struct CommunicatorKind {
  std::string name = {};   ///< "" if the program has set none
  int ranks = 0;           ///< 0: communicators of any size, merged
  int nodes = 0;           ///< 0: not known
  int ranks_per_node = 0;  ///< the maximum over nodes; 0: not known

  friend std::strong_ordering operator<=>(const CommunicatorKind&,
                                          // NOLINTNEXTLINE(modernize-use-nullptr): as below
                                          const CommunicatorKind&) = default;
};

/// Seconds per rank: sum and maximum over ranks.
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

  // NOLINTNEXTLINE(modernize-use-nullptr): clang-tidy 14 flags the 0 of a defaulted <=>.
  friend std::strong_ordering operator<=>(const ClassKey&, const ClassKey&) = default;
};

struct ClassSums {
  std::uint64_t calls = 0;  ///< one rank counts each call
  std::uint64_t calls_in_place = 0;
  std::uint64_t bytes = 0;
  std::uint64_t ranks = 0;          ///< ranks that made such calls
  Spread seconds = {};              ///< from a rank's arrival until its call returned
  double known_seconds = 0;         ///< the part of seconds.sum whose split is known from samples
  std::uint64_t sampled_calls = 0;  ///< calls in the samples, counted on each rank
  Spread waiting = {};              ///< of the known seconds, until the last rank arrived
  Spread rest = {};                 ///< the known seconds without the waiting

  void add(const ClassSums& other);
  /// Sets the maxima to the sums: everything added so far is of one rank, in several communicators.
  void be_of_one_rank();
};

struct CommunicatorSums {
  std::uint64_t communicators = 0;
  Spread set_up = {};  ///< seconds to set them up, which are not part of any call

  void be_of_one_rank() { set_up.max = set_up.sum; }
  void add(const CommunicatorSums& other) {
    communicators += other.communicators;
    set_up.add(other.set_up);
  }
};

struct Profile {
  /// Limit on the number of classes, and of kinds of communicators. Further ones are merged.
  static constexpr std::size_t most = 4096;

  std::string program = {};  ///< file name
  std::string allfold = {};  ///< version
  std::string mpi = {};      ///< library and version
  std::string mode = {};     ///< value of ALLFOLD_MODE
  std::string partial =
      {};  ///< why the profile lacks ranks or part of the run; "" if it is complete
  int ranks = 0;
  int nodes = 0;           ///< 0: not known
  int ranks_per_node = 0;  ///< the maximum over nodes; 0: not known
  std::uint64_t ranks_observed = 0;
  Spread run = {};         ///< seconds from process start to MPI_Finalize
  double clock_error = 0;  ///< upper bound, in seconds, on the difference between corrected clocks
  std::uint64_t merged_calls = 0;  ///< counted in merged classes
  std::map<CommunicatorKind, CommunicatorSums> communicators = {};
  std::map<ClassKey, ClassSums> classes = {};

  void add(const ClassKey& key, const ClassSums& sums);
  void add(const CommunicatorKind& kind, const CommunicatorSums& sums);
  /// Sets the maxima to the sums: everything added so far is of one rank.
  void be_of_one_rank();
  /// Adds what other ranks of the same job have observed.
  void add(const Profile& others);
};

}  // namespace allfold::profile
