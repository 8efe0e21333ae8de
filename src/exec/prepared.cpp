#include "exec/prepared.hpp"

#include <algorithm>

namespace allfold::exec {

namespace {

/// Work vectors are aligned as memory from an allocator, or better.
constexpr std::int64_t alignment = 64;

std::size_t aligned(std::size_t bytes) { return (bytes + alignment - 1) / alignment * alignment; }

}  // namespace

Prepared::Prepared(const program::Program& program, const Shape& shape, std::int64_t short_message)
    : program_(&program),
      cut_(shape.cut(program.blocks)),
      layout_(shape.layout),
      brings_result_(shape.wanted.empty() || !shape.wanted.contains(program.result) ||
                     shape.place == Shape::Place::in_input),
      start_of_wanted_(cut_.start(shape.wanted.first) * layout_.extent) {
  // In elements; no message is longer.
  const std::int64_t longest = shape.division == schedule::Division::none
                                   ? shape.elements
                                   : cut_.most_elements(1) * program.largest_message;
  runs_by_rounds_ = program.may_run_by_rounds() &&
                    longest <= short_message / std::max<std::int64_t>(layout_.true_extent, 1);
  if (brings_result_) result_ = reserve({.room = program.result});
  reserve_scratch();
  if (runs_by_rounds_)
    for (std::size_t i = 0; i < program.operations.size();) add_actions_of_round(i);
  if (brings_result_ && !shape.wanted.empty()) {
    last_copy_.into = {.base = Location::Base::result};
    last_copy_.left = place(schedule::Memory::result, shape.wanted.first);
    last_copy_.elements = cut_.elements(shape.wanted);
  }
}

void Prepared::reserve_scratch() {
  const std::vector<schedule::Scratch>& scratch = program_->scratch;
  for (std::size_t i = 0; i < scratch.size(); ++i) {
    if (scratch[i].packing == schedule::Scratch::Packing::beside) {
      scratch_.push_back(scratch_.back());
      scratch_.back().origin += cut_.elements(scratch[i].room) * layout_.extent;
      continue;
    }
    std::int64_t row = 1;
    while (i + static_cast<std::size_t>(row) < scratch.size() &&
           scratch[i + static_cast<std::size_t>(row)].packing == schedule::Scratch::Packing::beside)
      ++row;
    scratch_.push_back(reserve(scratch[i], row));
  }
}

/// Reserves room for `vectors` adjacent vectors, or for places if these take less than a vector.
Prepared::WorkVector Prepared::reserve(const schedule::Scratch& wanted, std::int64_t vectors) {
  std::int64_t elements = cut_.elements(wanted.room);
  if (__builtin_mul_overflow(elements, vectors, &elements)) {
    work_bytes_.reset();
    return {};
  }
  WorkVector vector;
  auto span = layout_.span(elements);
  if (wanted.places > 0) {
    // Places must not overlap, although elements of one vector may interleave: interleaved elements
    // of one place do not end where those of the next place begin.
    const std::int64_t longest = cut_.most_elements(program_->segment);
    const std::size_t stride = aligned(layout_.span(longest).value_or(0));
    std::size_t room = 0;
    if (!__builtin_mul_overflow(stride, wanted.places, &room) && room < span.value_or(0)) {
      vector.places = wanted.places;
      vector.stride = static_cast<std::int64_t>(stride);
      elements = longest;
      span = room;
    }
  }
  std::size_t bytes = 0;
  if (!work_bytes_ || !span || __builtin_add_overflow(*work_bytes_, *span + alignment, &bytes)) {
    work_bytes_.reset();
    return vector;
  }
  const std::int64_t address =
      static_cast<std::int64_t>(*work_bytes_) + layout_.address_in_span(elements) + alignment - 1;
  vector.origin = address - (address % alignment + alignment) % alignment;
  if (vector.places == 0) vector.origin -= cut_.start(wanted.room.first) * layout_.extent;
  work_bytes_ = bytes;
  return vector;
}

Location Prepared::place(schedule::Memory memory, std::int64_t block) const {
  const std::int64_t first = cut_.start(block) * layout_.extent;
  if (memory == schedule::Memory::input) return {.base = Location::Base::input, .offset = first};
  if (memory == schedule::Memory::result && !brings_result_)
    return {.base = Location::Base::result, .offset = first - start_of_wanted_};
  const WorkVector& vector =
      memory == schedule::Memory::result
          ? result_
          : scratch_[static_cast<std::size_t>(schedule::scratch_index(memory))];
  if (vector.places == 0) return {.base = Location::Base::work, .offset = vector.origin + first};
  const std::int64_t segment = block / program_->segment;
  const std::int64_t in_segment = first - cut_.start(segment * program_->segment) * layout_.extent;
  return {.base = Location::Base::work,
          .offset = vector.origin + segment % vector.places * vector.stride + in_segment};
}

/// Adds the actions of the round that begins at `operation`, and advances `operation` past them.
void Prepared::add_actions_of_round(std::size_t& operation) {
  const auto& operations = program_->operations;
  const std::int32_t round = operations[operation].round;
  Action exchange{.kind = Action::Kind::exchange};
  for (; operation < operations.size() && operations[operation].round == round; ++operation) {
    const program::Operation& next = operations[operation];
    const std::int64_t count = elements(next);
    if (count == 0) continue;
    const std::int64_t first = next.blocks.first;
    if (next.kind == program::Operation::Kind::receive) {
      exchange.receive_from = next.peer;
      exchange.into = place(next.into, first);
      exchange.elements = count;
    } else if (next.kind == program::Operation::Kind::send) {
      exchange.send_to = next.peer;
      exchange.left = place(next.left, first);
      exchange.elements_sent = count;
    } else {
      add_exchange(exchange);
      const bool reduces = next.kind == program::Operation::Kind::reduce;
      actions_.push_back({.kind = reduces ? Action::Kind::reduce : Action::Kind::copy,
                          .into = place(next.into, first),
                          .left = place(next.left, first),
                          .right = reduces ? place(next.right, first) : Location{},
                          .elements = count});
    }
  }
  add_exchange(exchange);
}

/// Adds an exchange unless it is empty, and empties it.
void Prepared::add_exchange(Action& exchange) {
  if (exchange.receive_from >= 0 || exchange.send_to >= 0) actions_.push_back(exchange);
  exchange = {.kind = Action::Kind::exchange};
}

}  // namespace allfold::exec
