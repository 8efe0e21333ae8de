#include "exec/executor.hpp"

#include <array>

namespace allfold::exec {

namespace {

using Kind = program::Operation::Kind;

class Executor {
 public:
  Executor(const Prepared& prepared, const void* input, void* result,
           const Surroundings& surroundings)
      : prepared_(prepared),
        program_(prepared.program()),
        transport_(surroundings.transport),
        arithmetic_(surroundings.arithmetic),
        queues_(surroundings.queues),
        bases_{input, result, nullptr},
        failure_(surroundings.so_far) {
    const std::optional<std::size_t> bytes = prepared.work_bytes();
    if (bytes == std::size_t{0}) return;
    std::byte* work = bytes ? surroundings.workspace.bytes(*bytes) : nullptr;
    bases_[static_cast<std::size_t>(Location::Base::work)] = work;
    has_work_memory_ = work != nullptr;
    if (!has_work_memory_) note(surroundings.no_memory);
  }

  Status run() {
    prepared_.runs_by_rounds() ? run_rounds() : run_by_data();
    if (prepared_.last_copy().elements > 0) act(prepared_.last_copy());
    return failure_;
  }

 private:
  [[nodiscard]] const program::Operation& at(std::int32_t index) const {
    return program_.operations[static_cast<std::size_t>(index)];
  }
  void note(Status status) {
    if (failure_ == success) failure_ = status;
  }
  /// The elements of a send: none after a failure, which informs the receiver.
  [[nodiscard]] std::int64_t sent(std::int64_t elements) const {
    return failure_ == success ? elements : 0;
  }
  /// The elements for which a receive has room: none if it needs work memory and there is none.
  [[nodiscard]] std::int64_t room(const Location& into, std::int64_t elements) const {
    return has_work_memory_ || into.base != Location::Base::work ? elements : 0;
  }
  [[nodiscard]] Location place(schedule::Memory memory, schedule::Blocks blocks) const {
    return prepared_.place(memory, blocks.first);
  }
  [[nodiscard]] void* address(schedule::Memory memory, schedule::Blocks blocks) const {
    return place(memory, blocks).in(bases_);
  }

  void run_rounds();
  void run_by_data();
  void act(const Action& local);
  void compute(const program::Operation& operation);
  void exchange(const Action& action);
  void start(std::int32_t index);
  void collect(Transport::Patience patience);
  void complete(std::int32_t index);
  void release(std::int32_t index);

  const Prepared& prepared_;
  const program::Program& program_;
  Transport& transport_;
  Arithmetic& arithmetic_;
  Queues& queues_;
  Location::Bases bases_;
  bool has_work_memory_ = true;
  Status failure_;
  std::array<std::int32_t, program::message_window> in_slot_ = {};
  int in_flight_ = 0;
  std::size_t incomplete_ = 0;
};

void Executor::compute(const program::Operation& operation) {
  const std::int64_t elements = prepared_.elements(operation.blocks);
  if (failure_ != success || elements == 0) return;
  void* into = address(operation.into, operation.blocks);
  const void* left = address(operation.left, operation.blocks);
  if (operation.kind == Kind::copy)
    note(arithmetic_.copy(into, left, elements));
  else
    note(arithmetic_.reduce(into, left, address(operation.right, operation.blocks), elements));
}

// Round by round ----------------------------------------------------------------------------------

void Executor::run_rounds() {
  for (const Action& action : prepared_.actions())
    action.kind == Action::Kind::exchange ? exchange(action) : act(action);
}

/// Reduces or copies.
void Executor::act(const Action& local) {
  if (failure_ != success) return;
  void* into = local.into.in(bases_);
  const void* left = local.left.in(bases_);
  note(local.kind == Action::Kind::copy
           ? arithmetic_.copy(into, left, local.elements)
           : arithmetic_.reduce(into, left, local.right.in(bases_), local.elements));
}

void Executor::exchange(const Action& action) {
  note(transport_.exchange({.peer = action.receive_from,
                            .into = action.into.in(bases_),
                            .elements = room(action.into, action.elements)},
                           {.peer = action.send_to,
                            .from = action.left.in(bases_),
                            .elements = sent(action.elements_sent)}));
}

// In the order of data ----------------------------------------------------------------------------

void Executor::release(std::int32_t index) {
  if (--queues_.waits[static_cast<std::size_t>(index)] > 0) return;
  (at(index).is_message() ? queues_.ready_messages : queues_.ready_locals).push_back(index);
}

void Executor::complete(std::int32_t index) {
  --incomplete_;
  for (const std::int32_t next : program_.successors_of(at(index))) release(next);
}

void Executor::start(std::int32_t index) {
  const program::Operation& operation = at(index);
  if (operation.next_in_turn >= 0) release(operation.next_in_turn);
  const std::int64_t elements = prepared_.elements(operation);
  if (elements == 0) return complete(index);
  in_slot_[static_cast<std::size_t>(operation.slot)] = index;
  ++in_flight_;
  if (operation.kind == Kind::send) {
    transport_.start_send(operation.slot, operation.peer, address(operation.left, operation.blocks),
                          sent(elements));
  } else {
    const Location into = place(operation.into, operation.blocks);
    transport_.start_receive(operation.slot, operation.peer, into.in(bases_), room(into, elements));
  }
}

void Executor::run_by_data() {
  const auto count = static_cast<std::int32_t>(program_.operations.size());
  incomplete_ = program_.operations.size();
  queues_.waits.resize(program_.operations.size());
  queues_.ready_messages.clear();
  queues_.ready_locals.clear();
  for (std::int32_t i = 0; i < count; ++i) {
    queues_.waits[static_cast<std::size_t>(i)] = at(i).predecessors + 1;
    release(i);
  }
  std::size_t next_message = 0;
  std::size_t next_local = 0;
  while (incomplete_ > 0) {
    while (next_message < queues_.ready_messages.size())
      start(queues_.ready_messages[next_message++]);
    const bool computes = next_local < queues_.ready_locals.size();
    if (computes) {
      const std::int32_t local = queues_.ready_locals[next_local];
      const std::size_t ready = queues_.ready_locals.size();
      compute(at(local));
      complete(local);
      // An operation that waited for this one comes next, because its operand is in the cache now.
      if (queues_.ready_locals.size() > ready) {
        queues_.ready_locals[next_local] = queues_.ready_locals.back();
        queues_.ready_locals.pop_back();
      } else {
        ++next_local;
      }
    }
    // All ready messages are started before: a check for arrivals may take as long as copying one
    // message, in which ready messages, and their receivers, would have to wait.
    if (in_flight_ > 0 && next_message == queues_.ready_messages.size())
      collect(computes ? Transport::Patience::none : Transport::Patience::until_one);
  }
}

void Executor::collect(Transport::Patience patience) {
  for (const auto& [slot, status] : transport_.completed(patience)) {
    --in_flight_;
    note(status);
    complete(in_slot_[static_cast<std::size_t>(slot)]);
  }
}

}  // namespace

Status execute(const Prepared& prepared, const void* input, void* result,
               const Surroundings& surroundings) {
  return Executor(prepared, input, result, surroundings).run();
}

}  // namespace allfold::exec
