#include "mpi/communicator.hpp"

#include <new>
#include <optional>
#include <utility>

#include "mpi/agreement.hpp"
#include "mpi/handle.hpp"
#include "mpi/print.hpp"
#include "mpi/quiet_floating_point.hpp"
#include "select/explanation.hpp"
#include "text/format.hpp"

namespace allfold {

namespace {

/// The state that the thread used last. A communicator's handle may be used again for another one:
/// the generation tells.
struct Latest {
  MPI_Comm comm = MPI_COMM_NULL;
  std::uint64_t generation = 0;
  Communicator* state = nullptr;
};
// Found without a call, which the usual model for shared libraries takes.
[[gnu::tls_model("initial-exec")]] thread_local Latest latest;

/// The lines as Allfold's, below the one before.
std::string marked(std::string_view lines) {
  std::string text;
  for (std::size_t end = 0; !lines.empty(); lines.remove_prefix(end + 1)) {
    end = lines.find('\n');
    text += text::format("allfold:   {}\n", lines.substr(0, end));
  }
  return text;
}

}  // namespace

/// A communicator that a thread is freeing; callbacks may free others meanwhile.
struct Communicator::BeingFreed {
  MPI_Comm comm;
  BeingFreed* outer;
  std::unique_ptr<Communicator> state;  ///< made after the attribute was gone

  explicit BeingFreed(MPI_Comm c) : comm(c), outer(innermost) { innermost = this; }
  ~BeingFreed() { innermost = outer; }
  BeingFreed(const BeingFreed&) = delete;
  BeingFreed& operator=(const BeingFreed&) = delete;

  static BeingFreed* find(MPI_Comm comm) {
    BeingFreed* found = innermost;
    while (found != nullptr && found->comm != comm) found = found->outer;
    return found;
  }

 private:
  static thread_local BeingFreed* innermost;
};
thread_local Communicator::BeingFreed* Communicator::BeingFreed::innermost = nullptr;

Communicator* Communicator::latest_of(MPI_Comm comm) {
  const std::uint64_t generation = process().generation.load(std::memory_order_acquire);
  return latest.comm == comm && latest.generation == generation ? latest.state : nullptr;
}

int Communicator::find(MPI_Comm comm, Communicator*& state) {
  Process& owner = process();
  const std::uint64_t generation = owner.generation.load(std::memory_order_acquire);
  int found = 0;
  const int error =
      PMPI_Comm_get_attr(comm, owner.keyval(&Communicator::attribute_goes), &state, &found);
  if (error != MPI_SUCCESS) return error;
  if (found != 0) {
    latest = {.comm = comm, .generation = generation, .state = state};
    return MPI_SUCCESS;
  }
  const BeingFreed* dying = BeingFreed::find(comm);
  state = dying != nullptr ? dying->state.get() : nullptr;
  return MPI_SUCCESS;
}

Communicator& Communicator::set_up(MPI_Comm comm) {
  Process& owner = process();
  const std::uint64_t generation = owner.generation.load(std::memory_order_acquire);
  auto made =
      owner.reserve.within([&] { return std::unique_ptr<Communicator>(new Communicator(comm)); });
  made->agree();
  if (BeingFreed* dying = BeingFreed::find(comm)) return *(dying->state = std::move(made));
  Communicator* state = made.release();
  owner.enlist(*state);
  PMPI_Comm_set_attr(comm, owner.keyval(&Communicator::attribute_goes), state);
  latest = {.comm = comm, .generation = generation, .state = state};
  return *state;
}

int Communicator::free(decltype(&PMPI_Comm_free) native, MPI_Comm* comm) {
  const BeingFreed dying(comm != nullptr ? *comm : MPI_COMM_NULL);
  return native(comm);
}

Communicator::Communicator(MPI_Comm comm) : user_(comm) {
  PMPI_Comm_size(comm, &ranks_);
  PMPI_Comm_rank(comm, &rank_);
}

void Communicator::agree() {
  int is_inter = 0;
  PMPI_Comm_test_inter(user_, &is_inter);
  if (is_inter != 0) {
    native_reason_ = "an inter-communicator";
    return;
  }
  agreement_ = allfold::agree(user_, process());
  native_reason_ = agreement_.native_reason;
  process().gathering.note(user_, configuration());
  if (configuration().tuning == Tuning::online && ranks_ > 1)
    learner_ = std::make_unique<Learner>(*this);
}

Communicator::~Communicator() = default;

int Communicator::attribute_goes(MPI_Comm /*comm*/, int /*keyval*/, void* state, void* /*unused*/) {
  auto* communicator = static_cast<Communicator*>(state);
  Process& owner = process();
  owner.generation.fetch_add(1, std::memory_order_acq_rel);
  // At MPI_Finalize states go before the MPI library calls back, if it does.
  if (owner.strike_off(communicator)) delete communicator;
  return MPI_SUCCESS;
}

void Communicator::enlist(Communicator*& first) {
  next_ = first;
  if (first != nullptr) first->previous_ = this;
  first = this;
}

void Communicator::strike_off(Communicator*& first) {
  if (next_ != nullptr) next_->previous_ = previous_;
  (previous_ != nullptr ? previous_->next_ : first) = next_;
  previous_ = next_ = nullptr;
}

bool Communicator::open_channel() {
  if (!channel_.is_open())
    channel_ =
        process().channels.open({.comm = user_, .rank = rank_, .processes = agreement_.processes});
  return channel_.is_open();
}

const Service& Communicator::service(const Arguments& call, Binding binding) {
  // Of addresses the low bits are alike, of whole numbers the high ones.
  const auto mixed_bits = [](std::uintptr_t number) { return number + (number >> 6U); };
  const std::size_t mixed = static_cast<std::size_t>(call.count) +
                            mixed_bits(number_of(call.datatype)) + mixed_bits(number_of(call.op)) +
                            static_cast<std::size_t>(call.root) +
                            (call.collective == Collective::reduce ? 4U : 0U);
  std::unique_ptr<Service>& entry = services_[mixed % services_.size()];
  if (entry != nullptr && entry->is_for(call, binding)) return *entry;
  const QuietFloatingPoint quiet;
  const Operand operand = operand_of(call.datatype, call.op);
  Problem problem;
  if (operand.native_reason.empty()) problem = problem_of(call, operand, *this);
  std::optional<Choice> learnt;
  if (learner_ != nullptr && operand.native_reason.empty() && learner_->learns(problem)) {
    const Service* lesson = learner_->lesson(call, binding, operand, problem);
    if (lesson != nullptr) return announced(*lesson);
    learnt = learner_->learnt(problem);
  }
  entry = process().reserve.within([&] {
    Decision decision{.problem = problem};
    if (operand.native_reason.empty()) decision.choice = learnt ? *learnt : choice_for(problem);
    return std::make_unique<Service>(call, binding, operand, *this, std::move(decision));
  });
  return announced(*entry);
}

Choice Communicator::choice_for(const Problem& problem) const {
  return choose(problem, configuration(), knowledge(), process().candidates);
}

const Service& Communicator::announced(const Service& service) {
  if (configuration().verbose > 0 && service.operand().native_reason.empty() &&
      !service.is_on_trial()) {
    try {
      announce(service);
    } catch (const std::bad_alloc&) {
      // Then nothing is said.
    }
  }
  return service;
}

void Communicator::announce(const Service& service) {
  const int size_class = size_class_of(service.bytes());
  std::uint64_t& announced = announced_[static_cast<std::size_t>(service.collective())];
  const std::uint64_t bit = std::uint64_t{1} << size_class;
  if (rank_ != 0 || (announced & bit) != 0) return;
  announced |= bit;
  print(text::format("allfold: {} on {} ranks, {}: {} ({})\n", name_of(service.collective()),
                     ranks_, size_class_name(size_class), text_of(service.choice()),
                     service.choice().reason));
  if (configuration().verbose > 1)
    print(marked(text_of(explanation_of(service.problem(), service.choice(), configuration(),
                                        knowledge(), process().candidates))));
}

}  // namespace allfold
