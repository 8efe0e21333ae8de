#include "proof/rounds.hpp"

namespace allfold::proof {

namespace {

/// One step of a rank in this execution.
struct Move {
  enum class Kind : std::uint8_t { post, send, await };
  Kind kind;
  std::size_t number;   // of the operation
  std::size_t partner;  // the number of its partner
};

class InRounds {
 public:
  InRounds(const std::vector<program::Program>& programs, const Matching& matching)
      : programs_(programs), matching_(matching), begun_(matching.operations(), false) {
    moves_.reserve(2 * matching.operations());
    for (const program::Program& program : programs) {
      next_.push_back(moves_.size());
      add_moves(program);
      ends_.push_back(moves_.size());
    }
  }

  std::vector<std::size_t> run() {
    for (bool moved = true; moved;) {
      moved = false;
      for (std::size_t rank = 0; rank < programs_.size(); ++rank)
        for (; next_[rank] < ends_[rank] && make(moves_[next_[rank]]); ++next_[rank]) moved = true;
    }
    std::vector<std::size_t> stuck;
    for (std::size_t rank = 0; rank < programs_.size(); ++rank)
      stuck.push_back(next_[rank] == ends_[rank] ? programs_[rank].operations.size()
                                                 : moves_[next_[rank]].number - first(rank));
    return stuck;
  }

 private:
  [[nodiscard]] std::size_t first(std::size_t rank) const {
    return matching_.number({.rank = static_cast<int>(rank), .index = 0});
  }

  void add_moves(const program::Program& program) {
    const auto& operations = program.operations;
    const std::size_t own = first(static_cast<std::size_t>(program.rank));
    const auto add = [&](Move::Kind move, program::Operation::Kind kind, std::size_t begin,
                         std::size_t end) {
      for (std::size_t i = begin; i < end; ++i)
        if (operations[i].kind == kind)
          moves_.push_back({.kind = move,
                            .number = own + i,
                            .partner = matching_.number({.rank = operations[i].peer,
                                                         .index = matching_.partner(own + i)})});
    };
    for (std::size_t begin = 0, end = 0; begin < operations.size(); begin = end) {
      while (end < operations.size() && operations[end].round == operations[begin].round) ++end;
      add(Move::Kind::post, program::Operation::Kind::receive, begin, end);
      add(Move::Kind::send, program::Operation::Kind::send, begin, end);
      add(Move::Kind::await, program::Operation::Kind::receive, begin, end);
    }
  }

  /// Makes a move if it need not wait.
  bool make(const Move& move) {
    if (move.kind != Move::Kind::post && !begun_[move.partner]) return false;
    begun_[move.number] = true;
    return true;
  }

  const std::vector<program::Program>& programs_;
  const Matching& matching_;
  std::vector<bool> begun_;               // by number: receives posted, sends sent
  std::vector<Move> moves_;               // of all ranks
  std::vector<std::size_t> next_, ends_;  // by rank
};

}  // namespace

std::vector<std::size_t> run_in_rounds(const std::vector<program::Program>& programs,
                                       const Matching& matching) {
  return InRounds(programs, matching).run();
}

}  // namespace allfold::proof
