#include "schedule/link.hpp"

#include <algorithm>
#include <map>
#include <unordered_map>

namespace allfold {

namespace {

using Index = std::int32_t;

/// For one memory: which operation wrote each block last, and which have read it since.
class Accesses {
 public:
  /// Appends to `hazards` what a reader of `blocks` must wait for, and notes it.
  void read(Blocks blocks, Index reader, std::vector<Index>& hazards) {
    for_each_piece(blocks, [&](Piece& piece) {
      if (piece.writer >= 0) hazards.push_back(piece.writer);
      piece.readers.push_back(reader);
    });
  }
  /// Appends to `hazards` what a writer of `blocks` must wait for, and notes it.
  void write(Blocks blocks, Index writer, std::vector<Index>& hazards) {
    for_each_piece(blocks, [&](Piece& piece) {
      if (piece.writer >= 0) hazards.push_back(piece.writer);
      hazards.insert(hazards.end(), piece.readers.begin(), piece.readers.end());
      piece.writer = writer;
      piece.readers.clear();
    });
  }

 private:
  struct Piece {
    std::int64_t last;
    Index writer = -1;
    std::vector<Index> readers;
  };
  using Pieces = std::map<std::int64_t, Piece>;  // by first block; disjoint, without gaps

  /// Cuts the piece that contains block `at`, so that one begins there.
  Pieces::iterator cut(std::int64_t at) {
    auto next = pieces_.upper_bound(at);
    auto piece = std::prev(next);
    if (piece->first == at) return piece;
    auto upper = pieces_.emplace_hint(next, at, piece->second);
    piece->second.last = at;
    return upper;
  }
  template <class Visit>
  void for_each_piece(Blocks blocks, Visit visit) {
    if (blocks.empty()) return;
    if (pieces_.empty()) pieces_[0] = {.last = INT64_MAX, .readers = {}};
    cut(blocks.last);
    for (auto piece = cut(blocks.first); piece->first < blocks.last; ++piece) visit(piece->second);
  }

  Pieces pieces_;
};

class Linker {
 public:
  Linker(const Schedule& schedule, Binding binding) : accesses_(schedule.scratch.size() + 2) {
    program_.ranks = schedule.ranks;
    program_.rank = schedule.rank;
    program_.binding = binding;
    program_.blocks = schedule.blocks;
    program_.scratch = schedule.scratch;
    program_.segment = schedule.segment;
    for (const Round& round : schedule.rounds) add(round);
  }

  Program finish() && {
    for (std::size_t i = 0; i < program_.operations.size(); ++i) {
      Operation& operation = program_.operations[i];
      operation.first_successor = static_cast<Index>(program_.successors.size());
      operation.successors = static_cast<Index>(successors_[i].size());
      program_.successors.insert(program_.successors.end(), successors_[i].begin(),
                                 successors_[i].end());
    }
    return std::move(program_);
  }

 private:
  using Kind = Operation::Kind;

  void add(const Round& round) {
    program_.one_exchange_a_round &= round.sends.size() <= 1 && round.receives.size() <= 1;
    // Messages of one round are posted together: they wait for earlier rounds, not for each other.
    // (Two of them that touch the same blocks are the author's mistake, which the checker names.)
    round_begin_ = static_cast<Index>(program_.operations.size());
    for (const Receive& r : round.receives)
      append({.kind = Kind::receive, .peer = r.peer, .into = bound(r.into), .blocks = r.blocks});
    for (const Send& s : round.sends)
      append({.kind = Kind::send, .peer = s.peer, .left = bound(s.from), .blocks = s.blocks});
    round_begin_ = INT32_MAX;
    for (const Local& local : round.locals)
      std::visit([&](const auto& step) { append(operation_of(step)); }, local);
    ++round_;
  }

  [[nodiscard]] Memory bound(Memory memory) const {
    return program_.binding == Binding::in_place && memory == Memory::input ? Memory::result
                                                                            : memory;
  }
  [[nodiscard]] Operation operation_of(const Reduce& step) const {
    return {.kind = Kind::reduce,
            .into = bound(step.into),
            .left = bound(step.left),
            .right = bound(step.right),
            .blocks = step.blocks};
  }
  [[nodiscard]] Operation operation_of(const Copy& step) const {
    return {.kind = Kind::copy,
            .into = bound(step.into),
            .left = bound(step.from),
            .blocks = step.blocks};
  }

  void append(Operation operation) {
    if (operation.kind == Kind::copy && operation.into == operation.left) return;  // in place
    const auto index = static_cast<Index>(program_.operations.size());
    operation.round = round_;
    program_.operations.push_back(operation);
    successors_.emplace_back();
    wait_for_hazards(index);
    if (operation.is_message()) {
      wait_for_slot(index);
      wait_for_turn(index);
    }
    touch_result(operation);
  }

  void wait_for_hazards(Index index) {
    const Operation& operation = program_.operations[static_cast<std::size_t>(index)];
    std::vector<Index> hazards;
    const auto accesses = [&](Memory memory) -> Accesses& {
      const auto index_of_memory = static_cast<std::size_t>(memory);
      if (index_of_memory >= accesses_.size()) accesses_.resize(index_of_memory + 1);
      return accesses_[index_of_memory];
    };
    const auto cells = [&](Memory memory) { return program_.cells(memory, operation.blocks); };
    if (operation.kind != Kind::receive)
      accesses(operation.left).read(cells(operation.left), index, hazards);
    if (operation.kind == Kind::reduce)
      accesses(operation.right).read(cells(operation.right), index, hazards);
    if (operation.kind != Kind::send)
      accesses(operation.into).write(cells(operation.into), index, hazards);
    std::sort(hazards.begin(), hazards.end());
    hazards.erase(std::unique(hazards.begin(), hazards.end()), hazards.end());
    for (const Index earlier : hazards)
      if (earlier < round_begin_ && earlier != index) wait_for(index, earlier);
  }

  void wait_for_slot(Index index) {
    Operation& operation = program_.operations[static_cast<std::size_t>(index)];
    operation.slot = static_cast<Index>(messages_.size() % message_window);
    program_.largest_message = std::max(program_.largest_message, operation.blocks.size());
    if (messages_.size() >= message_window)
      wait_for(index, messages_[messages_.size() - message_window]);
    messages_.push_back(index);
  }

  void wait_for_turn(Index index) {
    Operation& operation = program_.operations[static_cast<std::size_t>(index)];
    auto& latest = operation.kind == Kind::send ? latest_send_ : latest_receive_;
    const auto [entry, is_first] = latest.try_emplace(operation.peer, index);
    if (is_first) return;
    program_.operations[static_cast<std::size_t>(entry->second)].next_in_turn = index;
    ++operation.predecessors;
    entry->second = index;
  }

  void wait_for(Index later, Index earlier) {
    std::vector<Index>& successors = successors_[static_cast<std::size_t>(earlier)];
    if (!successors.empty() && successors.back() == later) return;
    successors.push_back(later);
    ++program_.operations[static_cast<std::size_t>(later)].predecessors;
  }

  void touch_result(const Operation& operation) {
    const bool reads = operation.kind != Kind::receive &&
                       (operation.left == Memory::result ||
                        (operation.kind == Kind::reduce && operation.right == Memory::result));
    const bool writes = operation.kind != Kind::send && operation.into == Memory::result;
    if (reads || writes) program_.result = hull(program_.result, operation.blocks);
  }

  Program program_;
  std::vector<std::vector<Index>> successors_;
  std::vector<Accesses> accesses_;
  std::vector<Index> messages_;
  std::unordered_map<int, Index> latest_send_;
  std::unordered_map<int, Index> latest_receive_;
  Index round_begin_ = 0;
  Index round_ = 0;
};

}  // namespace

Program link(const Schedule& schedule, Binding binding) {
  return Linker(schedule, binding).finish();
}

}  // namespace allfold
