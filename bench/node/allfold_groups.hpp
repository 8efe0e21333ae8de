/// @file Allfold's node level, as this tree has it.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "candidate.hpp"
#include "exec/workspace.hpp"
#include "node/group.hpp"

namespace allfold::bench {

/// How a candidate differs from what the library does.
struct AllfoldOptions {
  /// `flat`: each rank watches all others, however many there are.
  enum class Teams : std::uint8_t { usual, flat } teams = Teams::usual;
  std::optional<node::Way> way = {};  ///< of long vectors; if empty, the first way
  /// What of a call: all of it, or what a call among several nodes does on each of them. `scatter`:
  /// the first ranks get slices of the reduction; `halves`: then they give them to the others.
  enum class Part : std::uint8_t { all, scatter, halves } part = Part::all;
  int lanes = 1;  ///< of these: how many ranks get slices
};

class AllfoldGroups final : public Candidate {
 public:
  AllfoldGroups(const Task& task, const AllfoldOptions& options);
  ~AllfoldGroups() override;
  AllfoldGroups(const AllfoldGroups&) = delete;
  AllfoldGroups& operator=(const AllfoldGroups&) = delete;
  void reduce(int rank) override;
  [[nodiscard]] Positions reduced(const Task& task, int rank) const override;

 private:
  class Areas;
  struct Rank;

  [[nodiscard]] node::Group::Setup setup(const std::vector<node::Group::Member>& members,
                                         std::size_t rank);

  exec::Status run(Rank& own, node::Vectors vectors, const node::Elements& elements,
                   const node::Wanted& wanted) const;

  const Task& task_;
  AllfoldOptions options_;
  std::vector<std::unique_ptr<Rank>> ranks_;
};

}  // namespace allfold::bench
