/// @file Recursive exchange by factors, as ext_mpi_collectives makes an Allreduce: A. Jocksch,
/// N. Ohana, E. Lanti, E. Koutsaniti, V. Karakasis, L. Villard: An optimisation of allreduce
/// communication in message-passing systems. Parallel Computing 107, 2021.
///
/// Step i joins f_i ranks, f_1 * f_2 * ... = p. Each reduces its part of what all of them have; on
/// the way back each copies the parts of the others. Ranks read each other's vectors in place,
/// between barriers of the f_i ranks. All ranks have to meet between two calls.
#pragma once

#include <array>
#include <vector>

#include "candidate.hpp"
#include "marks.hpp"

namespace allfold::bench {

class Exchange final : public Candidate {
 public:
  /// Throws Unsuitable if the product of the factors is not the number of ranks, or for a Reduce.
  Exchange(const Task& task, std::vector<int> factors);
  void reduce(int rank) override;

 private:
  /// Vectors up to so many bytes are exchanged in lines of shared memory.
  static constexpr std::int64_t most_bytes_in_lines = 64;
  /// Parts are no shorter: one rank reduces the whole then.
  static constexpr std::int64_t least_bytes_of_part = 64;

  struct Own {
    Mark mark;
    alignas(64) std::array<std::byte, most_bytes_in_lines> vector;
  };
  /// A step of a rank: what it and the others of its group have.
  struct Step {
    std::vector<int> group;
    std::size_t place = 0;  ///< the rank's, in the group
    std::int64_t first = 0, bytes = 0;
    std::int64_t part = 0;  ///< bytes of each rank's part; 0: the first of the group takes all
    struct Part {
      std::int64_t first, bytes;
    };
    [[nodiscard]] Part part_of(std::size_t of) const;
  };
  [[nodiscard]] static Step step(int rank, int below, int factor, Step::Part has);
  void barrier(int rank, const Step& step);
  void reduce_part(int rank, const Step& step, bool is_first);
  void gather_parts(int rank, const Step& step);
  /// Where a rank's values are.
  [[nodiscard]] std::byte* values(int rank) const;
  [[nodiscard]] bool is_in_lines() const { return task_.bytes <= most_bytes_in_lines; }
  [[nodiscard]] std::uint64_t& count(int rank) { return counts_[static_cast<std::size_t>(rank)]; }

  const Task& task_;
  std::vector<int> factors_;
  std::vector<Own*> own_;              ///< by rank
  std::vector<std::uint64_t> counts_;  ///< by rank: of its mark
};

}  // namespace allfold::bench
