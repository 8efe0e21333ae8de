#include "mpi/run/decision.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include "mpi/state/process.hpp"

namespace allfold::mpi::run {

namespace {

schedule::Division division_of(const call::Description& call, const call::Operand& operand,
                               const setup::Agreement& agreement) {
  // A user-defined operation cannot take a vector that ranks divide among themselves as one record.
  return schedule::goes_in_shares(call.collective)
             ? schedule::Division::elements
             : select::division_of(call.count, operand.size, operand.operation,
                                   agreement.configuration);
}

/// The layout of the elements in shared memory; empty if they cannot be there.
std::optional<SharedForm> form_of(const call::Description& call, const call::Operand& operand,
                                  const setup::Agreement& agreement) {
  if (agreement.sharing.carrier == algorithms::Carrier::messages) return std::nullopt;
  const int results = schedule::goes_to_all(call.collective) ? agreement.nodes.most() : 1;
  return shared_form_of(operand, call.count, call.count * operand.size * results,
                        division_of(call, operand, agreement));
}

/// Whether the ranks of this rank's node assemble the result.
bool keeps_slice(const algorithms::Task& task) {
  return !schedule::has_root(task.collective) ||
         task.nodes.node_of(task.rank) == task.nodes.node_of(task.root);
}

/// The count in the arguments of such calls, unless they have a list of counts.
std::int64_t given_count(const call::Description& call, int ranks) {
  constexpr std::int64_t none = std::numeric_limits<std::int64_t>::min();
  if (!schedule::goes_in_shares(call.collective)) return call.count;
  return call.starts.are_equal_shares() ? call.count / ranks : none;
}

/// The choice; if the MPI library must reduce, one that only gives the reason.
Decision::Basis kept(Decision::Basis basis, const call::Operand& operand) {
  if (operand.native_reason.empty()) return basis;
  Decision::Basis natively;
  natively.choice.reason = operand.native_reason;
  return natively;
}

/// The elements of the vectors that are reduced at once. If shares are unequal: if all were as long as
/// the longest, since each is cut into as many segments.
std::int64_t longest_vector(const call::Description& call, const Parts& parts, int ranks) {
  return call.starts.are_equal_shares() ? parts.at_once()
                                        : schedule::Shares(call.starts.numbers()).longest() * ranks;
}

program::Segmentation segmentation_of(const select::Choice& choice, std::int64_t elements,
                                      std::int64_t element_bytes, const select::Units& units,
                                      const setup::Agreement& agreement) {
  constexpr std::int64_t most_counted = std::numeric_limits<int>::max();
  const std::int64_t bytes = elements * element_bytes;
  std::int64_t segment_bytes = choice.segment_bytes.value_or(agreement.roster->segment_bytes);
  // No message may have more elements than an int counts.
  if (elements > most_counted)
    segment_bytes =
        std::min(segment_bytes == 0 ? bytes : segment_bytes, most_counted * element_bytes);
  program::Segmentation segmentation = segment_bytes == 0
                                           ? program::Segmentation{}
                                           : program::segmentation_for(bytes, segment_bytes);
  // Do not make empty segments, which take time, too.
  while (!units.suffice_for(std::int64_t{1} << segmentation.log2_segments))
    --segmentation.log2_segments;
  segmentation.pace = agreement.roster->knowledge.pace;
  return segmentation;
}

}  // namespace

select::Problem problem_of(const call::Description& call, const call::Operand& operand,
                           const setup::Agreement& agreement) {
  const bool is_shared = form_of(call, operand, agreement).has_value();
  return {.collective = call.collective,
          .ranks = agreement.members.ranks,
          .bytes = call.count * operand.size,
          .units = division_of(call, operand, agreement) == schedule::Division::none
                       ? select::undivided
                       : select::units_of(call.count, operand.size),
          .order = operand.order,
          .operation = operand.operation,
          .grid_rows = agreement.grid_rows,
          .carrier = is_shared ? agreement.sharing.carrier : algorithms::Carrier::messages,
          .nodes = agreement.nodes};
}

select::Choice choice_for(const select::Problem& problem, const setup::Agreement& agreement) {
  return agreement.roster->choices->get(problem, agreement.configuration,
                                        agreement.roster->knowledge, state::process().candidates);
}

Decision::Decision(const call::Description& call, const call::Operand& operand, Basis basis,
                   const setup::Agreement& agreement, Context& context)
    : description_(call),
      given_count_(given_count(call, agreement.members.ranks)),
      operand_(operand),
      basis_(kept(std::move(basis), operand)),
      counter_(state::process().counts.counter(call.collective, basis_.choice.kernel,
                                               basis_.choice.reason)),
      threads_(native::threads_of_process()),
      served_(call_of_choice(agreement, context)),
      room_(room_for_call(context)),
      is_plain_(!is_on_trial() && agreement.configuration.mode != select::Mode::compare),
      has_result_(schedule::gets_result(call.collective, call.root, agreement.members.rank)) {
  if (may_be_ready()) make_ready(context);
}

std::size_t Decision::room_for_call(const Context& context) const {
  const auto* shared = std::get_if<SharedMemoryCall>(&served_);
  if (shared != nullptr) return shared->room_for(description_.count, *context.group);
  return std::holds_alternative<StagedCall>(served_) ? node::Group::room_of_halves : 0;
}

std::optional<node::FirstWay> Decision::first_way(const setup::Agreement& agreement) const {
  const auto* shared = std::get_if<SharedMemoryCall>(&served_);
  if (shared == nullptr) return std::nullopt;
  return shared->first_way(description_.count, agreement.sharing.membership->group());
}

bool Decision::may_be_ready() const {
  return is_plain_ && room_ == 0 && operand_.is_predefined() && description_.count > 0;
}

void Decision::make_ready(Context& context) {
  if (const auto* shared = std::get_if<SharedMemoryCall>(&served_); shared != nullptr) {
    if (auto call = shared->ready(description_.count, *context.group)) ready_.call.emplace(*call);
    ready_.is_possible = ready_.call.has_value();
  } else if (const auto* messages = std::get_if<MessageCall>(&served_); messages != nullptr) {
    ready_.is_possible = messages->is_copy();
  }
}

bool Decision::takes_buffers_of(const call::Arguments& call) const {
  const bool is_in_place = call.send == MPI_IN_PLACE;
  if (!ready_.is_possible || call.send == call.receive || call.receive == MPI_IN_PLACE ||
      is_in_place != (description_.binding == program::Binding::in_place))
    return false;
  const gpu::Devices& devices = state::process().devices;
  if ((!is_in_place && !devices.is_of_host(call.send)) ||
      (has_result_ && !devices.is_of_host(call.receive)))
    return false;
  ready_.send = call.send;
  ready_.receive = call.receive;
  if (ready_.call)
    ready_.call->take(call::vectors_of(call, description_.binding, description_.count));
  return true;
}

Decision::Call Decision::call_of_choice(const setup::Agreement& agreement, Context& context) const {
  const select::Choice& choice = basis_.choice;
  if (choice.kernel == nullptr)
    return Call(std::in_place_type<NativeCall>, operand_,
                NativeCall::of_device(description_.collective, agreement.configuration));
  const std::optional<SharedForm> form = form_of(description_, operand_, agreement);
  const bool is_carried = form && choice.kernel->carrier == agreement.sharing.carrier;
  if (is_carried && agreement.sharing.carrier == algorithms::Carrier::shared_memory)
    return Call(std::in_place_type<SharedMemoryCall>, description_, operand_, *form,
                choice.parameters.way, agreement, context);
  algorithms::Task task{.collective = description_.collective,
                        .ranks = agreement.members.ranks,
                        .rank = agreement.members.rank,
                        .root = description_.root,
                        .parameters = choice.parameters,
                        .nodes = agreement.nodes};
  const schedule::Division division = division_of(description_, operand_, agreement);
  // If vectors are not divided, other lanes would have nothing to reduce.
  if (division == schedule::Division::none) task.parameters.lanes = 1;
  const bool goes_in_shares = schedule::goes_in_shares(description_.collective);
  // A part of a vector would not contain a part of each share.
  const Parts parts(description_.count, operand_, task.ranks,
                    goes_in_shares ? schedule::Division::none : division,
                    choice.kernel->work_vectors(task));
  const program::Segmentation segmentation =
      segmentation_of(choice, longest_vector(description_, parts, task.ranks), operand_.size,
                      basis_.problem.units, agreement);
  if (is_carried) {
    schedule::Plan plan = choice.kernel->generate(task);
    const schedule::Blocks all{.first = 0, .last = plan.blocks};
    return Call(
        std::in_place_type<StagedCall>,
        StagedCall::Setup{.plan = std::move(plan),
                          .binding = description_.binding,
                          .wanted = task.recipients().wanted(task.rank, all),
                          .slice = keeps_slice(task) ? StagedCall::Setup::Slice::stays_here
                                                     : StagedCall::Setup::Slice::is_elsewhere,
                          .form = *form,
                          .segmentation = segmentation,
                          .parts = parts},
        description_, operand_, context);
  }
  return Call(std::in_place_type<MessageCall>,
              MessageCall::Setup{.key = {.kernel = choice.kernel,
                                         .task = task,
                                         .binding = goes_in_shares ? program::Binding::separate
                                                                   : description_.binding,
                                         .segmentation = segmentation},
                                 .division = division,
                                 .parts = parts},
              description_, operand_, context);
}

}  // namespace allfold::mpi::run
