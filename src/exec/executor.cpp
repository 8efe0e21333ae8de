#include "exec/executor.hpp"

#include <algorithm>
#include <array>

namespace allfold {

namespace {

using Kind = Operation::Kind;

/// An address `offset` bytes on. Vectors at MPI_BOTTOM begin at null, so no pointer arithmetic.
void* moved(const void* address, std::int64_t offset) {
  return reinterpret_cast<void*>(reinterpret_cast<std::intptr_t>(address) + offset);
}

}  // namespace

Vectors Vectors::after(std::int64_t first) const {
  Vectors rest = *this;
  rest.elements -= first;
  rest.input = moved(input, first * layout.extent);
  rest.result = moved(result, first * layout.extent);
  return rest;
}

namespace {

/// Where the blocks of a call lie.
class Memories {
 public:
  Memories(const Program& program, const Vectors& vectors, Workspace& workspace)
      : cut_(vectors.elements, program.blocks),
        extent_(vectors.layout.extent),
        segment_(program.segment),
        input_(vectors.input),
        scratch_(workspace.vectors) {
    result_.address = vectors.result;
    brings_result_ = vectors.result_memory == Vectors::Result::work_buffer;
    scratch_.resize(program.scratch.size());
    std::size_t bytes = 0;
    bool fits =
        !brings_result_ || reserve(result_, {.room = program.result}, vectors.layout, bytes);
    for (std::size_t s = 0; s < program.scratch.size(); ++s)
      fits = fits && reserve(scratch_[s], program.scratch[s], vectors.layout, bytes);
    if (fits && bytes == 0) return;
    const std::byte* memory = fits ? workspace.bytes(bytes) : nullptr;
    has_work_memory_ = memory != nullptr;
    if (brings_result_) result_.address = moved(memory, result_.offset);
    for (WorkVector& vector : scratch_) vector.address = moved(memory, vector.offset);
  }

  /// Whether there is memory for everything.
  [[nodiscard]] bool has_work_memory() const { return has_work_memory_; }
  /// Whether there is memory for one vector.
  [[nodiscard]] bool has(Memory memory) const {
    return has_work_memory_ || memory == Memory::input ||
           (memory == Memory::result && !brings_result_);
  }
  [[nodiscard]] std::int64_t elements(Blocks blocks) const { return cut_.elements(blocks); }
  /// The address of a block, where there is memory.
  [[nodiscard]] void* at(Memory memory, std::int64_t block) const {
    const std::int64_t first = cut_.start(block) * extent_;
    if (memory == Memory::input) return moved(input_, first);
    const WorkVector& vector = memory == Memory::result
                                   ? result_
                                   : scratch_[static_cast<std::size_t>(scratch_index(memory))];
    if (vector.places == 0) return moved(vector.address, first - vector.skipped);
    const std::int64_t segment = block / segment_;
    return moved(vector.address, first - cut_.start(segment * segment_) * extent_ +
                                     segment % vector.places * vector.stride);
  }

 private:
  /// Adds room for a vector to the `bytes` of the workspace; its address is aligned as memory from
  /// an allocator would be. Returns false where so much memory cannot be.
  bool reserve(WorkVector& vector, const Scratch& wanted, const Layout& layout,
               std::size_t& bytes) const {
    std::int64_t elements = cut_.elements(wanted.room);
    vector = {.skipped = cut_.start(wanted.room.first) * extent_, .places = wanted.places};
    if (wanted.places > 0) {
      // Segments differ by one element at the most.
      const std::int64_t longest = cut_.elements({.first = 0, .last = segment_}) + 1;
      vector.stride = longest * extent_;
      elements = longest * wanted.places;
    }
    constexpr std::int64_t alignment = 64;
    const auto span = layout.span(elements);
    if (!span) return false;
    const std::int64_t before = layout.address_in_span(elements);
    const std::int64_t address = static_cast<std::int64_t>(bytes) + before + alignment - 1;
    vector.offset = address - (address % alignment + alignment) % alignment;
    return !__builtin_add_overflow(bytes, *span + alignment, &bytes);
  }

  Cut cut_;
  std::int64_t extent_;
  std::int64_t segment_;
  const void* input_;
  WorkVector result_;
  std::vector<WorkVector>& scratch_;
  bool brings_result_ = false;
  bool has_work_memory_ = true;
};

class Executor {
 public:
  Executor(const Program& program, const Vectors& vectors, const Surroundings& surroundings)
      : program_(program),
        transport_(surroundings.transport),
        arithmetic_(surroundings.arithmetic),
        workspace_(surroundings.workspace),
        memories_(program, vectors, surroundings.workspace) {
    if (!memories_.has_work_memory()) failure_ = surroundings.no_memory;
  }

  Status run_rounds();
  Status run_by_data();

 private:
  [[nodiscard]] const Operation& at(std::int32_t index) const {
    return program_.operations[static_cast<std::size_t>(index)];
  }
  void note(Status status) {
    if (failure_ == success) failure_ = status;
  }
  /// What a send carries: nothing after a failure, which tells the receiver.
  [[nodiscard]] std::int64_t sent(std::int64_t elements) const {
    return failure_ == success ? elements : 0;
  }
  /// What a receive has room for.
  [[nodiscard]] std::int64_t room(const Operation& operation, std::int64_t elements) const {
    return memories_.has(operation.into) ? elements : 0;
  }

  void compute(const Operation& operation);
  void await(std::int32_t& receive);
  void start(std::int32_t index);
  void collect(Transport::Patience patience);
  void complete(std::int32_t index);
  void release(std::int32_t index);

  const Program& program_;
  Transport& transport_;
  Arithmetic& arithmetic_;
  Workspace& workspace_;
  Memories memories_;
  Status failure_ = success;
  std::array<std::int32_t, message_window> in_slot_ = {};
  int in_flight_ = 0;
  std::size_t incomplete_ = 0;
};

void Executor::compute(const Operation& operation) {
  const std::int64_t elements = memories_.elements(operation.blocks);
  if (failure_ != success || elements == 0) return;
  const std::int64_t first = operation.blocks.first;
  void* into = memories_.at(operation.into, first);
  const void* left = memories_.at(operation.left, first);
  if (operation.kind == Kind::copy)
    note(arithmetic_.copy(into, left, elements));
  else
    note(arithmetic_.reduce(into, left, memories_.at(operation.right, first), elements));
}

// Round by round ----------------------------------------------------------------------------------

/// Waits for the receive of the current round, if there is one.
void Executor::await(std::int32_t& receive) {
  if (receive < 0) return;
  note(transport_.wait(at(receive).slot));
  receive = -1;
}

Status Executor::run_rounds() {
  std::int32_t receive = -1;
  for (std::int32_t i = 0; i < static_cast<std::int32_t>(program_.operations.size()); ++i) {
    const Operation& operation = at(i);
    const bool goes_with_receive =
        operation.kind == Kind::send && receive >= 0 && at(receive).round == operation.round;
    if (!goes_with_receive) await(receive);
    const std::int64_t elements = memories_.elements(operation.blocks);
    if (elements == 0) continue;
    switch (operation.kind) {
      case Kind::receive:
        transport_.start_receive(operation.slot, operation.peer,
                                 memories_.at(operation.into, operation.blocks.first),
                                 room(operation, elements));
        receive = i;
        break;
      case Kind::send:
        note(transport_.send(operation.peer, memories_.at(operation.left, operation.blocks.first),
                             sent(elements)));
        break;
      default: compute(operation);
    }
  }
  await(receive);
  return failure_;
}

// In the order of data ----------------------------------------------------------------------------

void Executor::release(std::int32_t index) {
  if (--workspace_.waits[static_cast<std::size_t>(index)] > 0) return;
  (at(index).is_message() ? workspace_.ready_messages : workspace_.ready_steps).push_back(index);
}

void Executor::complete(std::int32_t index) {
  --incomplete_;
  for (const std::int32_t next : program_.successors_of(at(index))) release(next);
}

void Executor::start(std::int32_t index) {
  const Operation& operation = at(index);
  if (operation.next_in_turn >= 0) release(operation.next_in_turn);
  const std::int64_t elements = memories_.elements(operation.blocks);
  if (elements == 0) return complete(index);
  in_slot_[static_cast<std::size_t>(operation.slot)] = index;
  ++in_flight_;
  const std::int64_t first = operation.blocks.first;
  if (operation.kind == Kind::send)
    transport_.start_send(operation.slot, operation.peer, memories_.at(operation.left, first),
                          sent(elements));
  else
    transport_.start_receive(operation.slot, operation.peer, memories_.at(operation.into, first),
                             room(operation, elements));
}

Status Executor::run_by_data() {
  const auto count = static_cast<std::int32_t>(program_.operations.size());
  incomplete_ = program_.operations.size();
  workspace_.waits.resize(program_.operations.size());
  workspace_.ready_messages.clear();
  workspace_.ready_steps.clear();
  for (std::int32_t i = 0; i < count; ++i) {
    workspace_.waits[static_cast<std::size_t>(i)] = at(i).predecessors + 1;
    release(i);
  }
  std::size_t next_message = 0;
  std::size_t next_step = 0;
  while (incomplete_ > 0) {
    while (next_message < workspace_.ready_messages.size())
      start(workspace_.ready_messages[next_message++]);
    const bool computes = next_step < workspace_.ready_steps.size();
    if (computes) {
      const std::int32_t step = workspace_.ready_steps[next_step];
      const std::size_t ready = workspace_.ready_steps.size();
      compute(at(step));
      complete(step);
      // A step that waited for this one comes next: what it reads is in the cache now.
      if (workspace_.ready_steps.size() > ready) {
        workspace_.ready_steps[next_step] = workspace_.ready_steps.back();
        workspace_.ready_steps.pop_back();
      } else {
        ++next_step;
      }
    }
    if (in_flight_ > 0)
      collect(computes ? Transport::Patience::none : Transport::Patience::until_one);
  }
  return failure_;
}

void Executor::collect(Transport::Patience patience) {
  for (const auto& [slot, status] : transport_.completed(patience)) {
    --in_flight_;
    note(status);
    complete(in_slot_[static_cast<std::size_t>(slot)]);
  }
}

}  // namespace

Status execute(const Program& program, const Vectors& vectors, const Surroundings& surroundings) {
  Executor executor(program, vectors, surroundings);
  const Cut cut(vectors.elements, program.blocks);
  // No message is longer than this: blocks differ by one element at the most.
  const std::int64_t longest =
      (cut.elements({.first = 0, .last = 1}) + 1) * program.largest_message;
  const bool is_short =
      longest <= surroundings.short_message / std::max<std::int64_t>(vectors.layout.true_extent, 1);
  return program.one_exchange_a_round && is_short ? executor.run_rounds() : executor.run_by_data();
}

}  // namespace allfold
