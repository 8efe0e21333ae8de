/// @file Introduction: how ranks map staging areas that are new to them in a call.
///
/// All ranks of a group have mapped each other's first areas. A rank that uses another area, or has
/// none, announces that in its slot before other ranks read the area. The ranks that read it map it
/// and answer, possibly that they could not. Calls without new areas skip this.
///
/// If all ranks are readers, all know the answers, and can choose another way together. Otherwise a
/// rank whose area could not be mapped waits until its first area is free.
#pragma once

#include <cstdint>
#include <span>

#include "node/areas.hpp"
#include "node/own_staging.hpp"
#include "node/team.hpp"

namespace allfold::node {

class Introduction {
 public:
  /// `asked`: what this rank asks for in the call.
  Introduction(Team& team, Areas& areas, OwnStaging& staging, Signature asked)
      : team_(team), areas_(areas), staging_(staging), asked_(asked) {}

  /// What happens to a call in which an area cannot be mapped.
  enum class Otherwise : std::uint8_t {
    wait,        ///< the rank waits for its first area
    another_way  ///< the call is given up; only if all ranks are readers
  };
  struct Needs {
    int readers = everyone;  ///< of the areas: one rank, or everyone
    /// If not empty, the other ranks that read this rank's area, and whose areas this rank reads:
    /// of two such ranks, each is the other's. Only with `wait`.
    std::span<const int> partners = {};
    enum class Own : std::uint8_t { needed, not_needed } own = Own::needed;  ///< this rank's area
    Otherwise otherwise = Otherwise::wait;
  };
  /// Called before this rank shows its first cycle.
  void begin(const Needs& needs);
  /// Whether this rank needs an area of its own, and has none.
  [[nodiscard]] bool lacks_own() const {
    return needs_.own == Needs::Own::needed && areas_.own() == nullptr;
  }
  [[nodiscard]] bool is_reader() const { return reads(team_.rank()); }

  enum class Outcome : std::uint8_t {
    known,     ///< no change
    replaced,  ///< this rank's area was replaced: everything staged must be staged again
    given_up,  ///< the call is given up, on all ranks
    torn       ///< ranks ask for different things
  };
  /// Called after a reader has seen the first cycle of all ranks, or of its partners, before it
  /// reads, or before a rank that reads nothing leaves the call.
  [[nodiscard]] Outcome settle();
  /// Called after settle(), and after everything in a replaced area was staged again. Then a reader
  /// knows all areas. Returns false if ranks ask for different things.
  [[nodiscard]] bool end();

 private:
  /// The ranks whose areas, and answers, this rank looks for.
  [[nodiscard]] std::span<const int> ranks() const {
    return needs_.partners.empty() ? team_.all() : needs_.partners;
  }
  [[nodiscard]] bool reads(int rank) const {
    return needs_.readers == everyone || needs_.readers == rank;
  }
  void answer() const;
  /// Whether all readers can read this rank's area; if the call may be given up, whether all areas
  /// can be read.
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
