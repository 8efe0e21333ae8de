#include "schedule/rounds.hpp"

#include <unordered_map>

namespace allfold {

namespace {

/// What a rank does next, in this execution.
struct Move {
  enum class Kind : std::uint8_t { post, send, await };
  Kind kind;
  int peer;
  std::size_t operation;
};

/// Messages of one pair of ranks, in one direction, so far.
struct Traffic {
  std::int64_t posted = 0;
  std::int64_t sent = 0;
  std::int64_t received = 0;
};

std::vector<Move> moves_of(const Program& program) {
  const auto& operations = program.operations;
  std::vector<Move> moves;
  const auto add = [&](Move::Kind move, Operation::Kind kind, std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i)
      if (operations[i].kind == kind)
        moves.push_back({.kind = move, .peer = operations[i].peer, .operation = i});
  };
  for (std::size_t first = 0, last = 0; first < operations.size(); first = last) {
    while (last < operations.size() && operations[last].round == operations[first].round) ++last;
    add(Move::Kind::post, Operation::Kind::receive, first, last);
    add(Move::Kind::send, Operation::Kind::send, first, last);
    add(Move::Kind::await, Operation::Kind::receive, first, last);
  }
  return moves;
}

/// Makes a move if it need not wait.
bool make(const Move& move, Traffic& traffic) {
  switch (move.kind) {
    case Move::Kind::post: ++traffic.posted; return true;
    case Move::Kind::send: return traffic.posted > traffic.sent && ++traffic.sent > 0;
    case Move::Kind::await: return traffic.sent > traffic.received && ++traffic.received > 0;
  }
  return false;
}

}  // namespace

std::vector<std::size_t> run_in_rounds(const std::vector<Program>& programs) {
  const auto ranks = static_cast<std::int64_t>(programs.size());
  std::vector<std::vector<Move>> moves;
  moves.reserve(programs.size());
  for (const Program& program : programs) moves.push_back(moves_of(program));
  std::vector<std::size_t> next(programs.size(), 0);
  std::unordered_map<std::int64_t, Traffic> traffic;

  for (bool moved = true; moved;) {
    moved = false;
    for (std::size_t rank = 0; rank < programs.size(); ++rank)
      for (; next[rank] < moves[rank].size(); ++next[rank], moved = true) {
        const Move& move = moves[rank][next[rank]];
        const auto own = static_cast<std::int64_t>(rank);
        const std::int64_t key =
            move.kind == Move::Kind::send ? own * ranks + move.peer : move.peer * ranks + own;
        if (!make(move, traffic[key])) break;
      }
  }

  std::vector<std::size_t> stuck;
  stuck.reserve(programs.size());
  for (std::size_t rank = 0; rank < programs.size(); ++rank)
    stuck.push_back(next[rank] < moves[rank].size() ? moves[rank][next[rank]].operation
                                                    : programs[rank].operations.size());
  return stuck;
}

}  // namespace allfold
