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
  /// Both halves of a call that so many lanes carry on between nodes; empty: an undivided call.
  std::optional<int> lanes = {};
};

class AllfoldGroups final : public Candidate {
 public:
  AllfoldGroups(const Task& task, const AllfoldOptions& options);
  ~AllfoldGroups() override;
  AllfoldGroups(const AllfoldGroups&) = delete;
  AllfoldGroups& operator=(const AllfoldGroups&) = delete;
  void reduce(int rank) override;

 private:
  class Areas;
  struct Rank;

  [[nodiscard]] node::Group::Setup setup(const std::vector<node::Group::Member>& members,
                                         std::size_t rank);
  void in_halves(const Rank& own, node::Vectors vectors, const node::Elements& elements,
                 int receiver) const;

  const Task& task_;
  AllfoldOptions options_;
  std::vector<std::unique_ptr<Rank>> ranks_;
};

}  // namespace allfold::bench
