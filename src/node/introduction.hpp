/// @file Introduction: staging areas that ranks of a call have not mapped yet.
///
/// All ranks of a group have mapped each other's first areas. A rank that has to use another one, or
/// has none, says so in its slot, before others come there. Those that read it map it, and answer; it
/// may be that they cannot. In other calls nobody waits for that.
///
/// If all ranks read, all hear the answers, and may go another way together. Otherwise a rank that has
/// been told no waits for its first area.
#pragma once

#include <cstdint>

#include "node/areas.hpp"
#include "node/own_staging.hpp"
#include "node/team.hpp"

namespace allfold::node {

class Introduction {
 public:
  /// `asked`: what this rank asks for in the call.
  Introduction(Team& team, Areas& areas, OwnStaging& staging, Signature asked)
      : team_(team), areas_(areas), staging_(staging), asked_(asked) {}

  /// What becomes of a call in which an area cannot be found.
  enum class Otherwise : std::uint8_t {
    wait,        ///< the first areas are waited for
    another_way  ///< it is given up; for calls in which all ranks read
  };
  struct Needs {
    int readers = everyone;  ///< of the areas: one rank, or everyone
    enum class Own : std::uint8_t { needed, not_needed } own = Own::needed;  ///< this rank's area
    Otherwise otherwise = Otherwise::wait;
  };
  /// Before this rank shows its first cycle.
  void begin(const Needs& needs);
  /// Whether this rank has to have an area of its own, and has none.
  [[nodiscard]] bool lacks_own() const {
    return needs_.own == Needs::Own::needed && areas_.own() == nullptr;
  }
  [[nodiscard]] bool is_reader() const { return reads(team_.rank()); }

  enum class Outcome : std::uint8_t {
    known,     ///< nothing changes
    replaced,  ///< this rank's area is another one now: what was staged has to be once more
    given_up,  ///< on all ranks
    torn       ///< ranks ask for different things
  };
  /// Once a reader has seen all ranks' first cycles; before it reads, or this rank leaves.
  [[nodiscard]] Outcome settle();
  /// After that, and after what was replaced has been staged. A reader sees all areas then. False
  /// where ranks ask for different things.
  [[nodiscard]] bool end();

 private:
  [[nodiscard]] bool reads(int rank) const {
    return needs_.readers == everyone || needs_.readers == rank;
  }
  void answer() const;
  /// Whether all readers can read this rank's area; or, where the call may be given up, all areas.
  enum class Found : std::uint8_t { all, not_all, torn };
  [[nodiscard]] Found have_all_found();
  void note_refusal();

  Team& team_;
  Areas& areas_;
  OwnStaging& staging_;
  Signature asked_;
  Needs needs_;
  bool is_own_new_ = false;
};

}  // namespace allfold::node
