#include "mpi/serve.hpp"

#include <algorithm>
#include <vector>

#include "exec/executor.hpp"
#include "exec/local_reduction.hpp"
#include "exec/point_to_point.hpp"
#include "mpi/communicator.hpp"
#include "mpi/gathered.hpp"
#include "mpi/print.hpp"
#include "mpi/process.hpp"
#include "mpi/shared_call.hpp"

namespace allfold {

namespace {

/// Whether the MPI library will refuse the call, or has nothing to do, by its arguments alone. It
/// says so itself, before it communicates.
bool is_plainly_native(const Arguments& call) {
  return call.comm == MPI_COMM_NULL || call.op == MPI_OP_NULL ||
         call.datatype == MPI_DATATYPE_NULL || call.count < 0 || call.receive == MPI_IN_PLACE;
}

/// The same, for arguments that mean something only in an intra-communicator.
bool is_refused(const Arguments& call, const Communicator& communicator) {
  if (call.collective == Collective::allreduce)
    return call.send == call.receive && call.send != MPI_BOTTOM && call.count > 1;
  if (call.root < 0 || call.root >= communicator.ranks()) return true;
  return communicator.rank() == call.root ? call.send == call.receive && call.count > 0
                                          : call.send == MPI_IN_PLACE;
}

/// The time of a call, if the user wants to know.
class Stopwatch {
 public:
  explicit Stopwatch(bool runs) : start_(runs ? PMPI_Wtime() : 0) {}
  [[nodiscard]] double seconds() const { return PMPI_Wtime() - start_; }

 private:
  double start_;
};

/// One call on a communicator.
class Call {
 public:
  Call(const Arguments& arguments, Communicator& communicator)
      : arguments_(arguments),
        communicator_(communicator),
        is_recorded_(communicator.configuration().statistics > 0),
        watch_(is_recorded_) {}

  int serve();

 private:
  [[nodiscard]] bool gets_result() const {
    return arguments_.collective == Collective::allreduce ||
           arguments_.root == communicator_.rank();
  }
  [[nodiscard]] Binding binding() const {
    // A send buffer that is the receive buffer is accepted where it cannot matter (one element).
    const bool one_memory =
        arguments_.send == MPI_IN_PLACE || arguments_.send == arguments_.receive;
    return gets_result() && one_memory ? Binding::in_place : Binding::separate;
  }

  int pass_on(std::string_view reason, std::int64_t bytes);
  int run_on_trial(const Service& service, Binding binding);
  int run(const Service& service, Binding binding);
  /// Runs run_part(from, to, elements) for each part of the vectors.
  template <class RunPart>
  int run_parts(const Service& service, const void* input, RunPart run_part) const;
  void record(const std::string& served_by, std::string_view reason, std::int64_t bytes) const;

  const Arguments& arguments_;
  Communicator& communicator_;
  bool is_recorded_;
  Stopwatch watch_;
};

int Call::pass_on(std::string_view reason, std::int64_t bytes) {
  Process& owner = process();
  owner.counts.count(arguments_.collective, nullptr);
  const int error = allfold::pass_on(owner.native(), arguments_);
  if (is_recorded_) record("native", reason, bytes);
  return error;
}

void Call::record(const std::string& served_by, std::string_view reason, std::int64_t bytes) const {
  // Each call is counted by one rank of its communicator; the time is taken on all.
  const bool counts = communicator_.rank() == 0;
  process().statistics.add({.collective = arguments_.collective,
                            .ranks = communicator_.ranks(),
                            .size_class = size_class_of(bytes),
                            .served_by = served_by,
                            .reason = std::string(reason)},
                           {.calls = counts ? 1U : 0U,
                            .bytes = counts ? static_cast<std::uint64_t>(bytes) : 0U,
                            .seconds = watch_.seconds()});
}

int Call::serve() {
  if (const std::string_view reason = communicator_.native_reason(); !reason.empty())
    return pass_on(reason, 0);
  if (is_refused(arguments_, communicator_)) return pass_on("refused arguments", 0);
  const Binding of_buffers = binding();
  const Service& service = communicator_.service(arguments_, of_buffers);
  int error = MPI_SUCCESS;
  if (service.is_plain())
    error = run(service, of_buffers);
  else if (service.is_on_trial())
    error = run_on_trial(service, of_buffers);
  else
    return pass_on(service.native_reason(), service.bytes());
  process().counts.count(arguments_.collective, service.choice().kernel);
  if (is_recorded_) record(text_of(service.choice()), service.choice().reason, service.bytes());
  // The MPI library has raised its own.
  if (error != MPI_SUCCESS && service.native_reason().empty())
    PMPI_Comm_call_errhandler(communicator_.user(), error);
  return error;
}

/// By a kernel or natively, with a look at the clock.
int Call::run_on_trial(const Service& service, Binding of_buffers) {
  const Stopwatch trial(true);
  const int error = service.native_reason().empty()
                        ? run(service, of_buffers)
                        : allfold::pass_on(process().native(), arguments_);
  communicator_.learner().add(trial.seconds());
  return error;
}

int Call::run(const Service& service, Binding of_buffers) {
  if (const node::Elements* elements = service.shared_elements(); elements != nullptr)
    return run_in_shared_memory(arguments_, of_buffers, *elements, *communicator_.group());
  const void* input = of_buffers == Binding::in_place ? arguments_.receive : arguments_.send;
  if (const StagedCall* staged = service.staged(); staged != nullptr)
    return run_parts(service, input, [&](const void* from, void* to, std::int64_t elements) {
      return staged->run(from, to, elements, arguments_.op, communicator_);
    });
  MPI_Comm comm = communicator_.hidden();
  if (comm == MPI_COMM_NULL) return MPI_ERR_INTERN;
  const Operand& operand = service.operand();
  PointToPoint transport(comm, operand.datatype);
  LocalReduction arithmetic(arguments_.op, operand.datatype, operand.layout, operand.loop, comm,
                            communicator_.rank());
  if (service.prepared().runs_by_rounds())
    return execute(service.prepared(), input, arguments_.receive,
                   {.transport = transport,
                    .arithmetic = arithmetic,
                    .workspace = communicator_.workspace(),
                    .no_memory = MPI_ERR_NO_MEM});
  const auto loan = process().workspaces.borrow();
  const Surroundings surroundings{.transport = transport,
                                  .arithmetic = arithmetic,
                                  .workspace = loan != nullptr ? *loan : communicator_.workspace(),
                                  .no_memory = MPI_ERR_NO_MEM};
  return run_parts(service, input, [&](const void* from, void* to, std::int64_t elements) {
    return elements == service.elements_at_once()
               ? execute(service.prepared(), from, to, surroundings)
               : execute(service.prepared_for(elements), from, to, surroundings);
  });
}

/// All parts run, even after an error: the other ranks wait for the messages of each.
template <class RunPart>
int Call::run_parts(const Service& service, const void* input, RunPart run_part) const {
  const std::int64_t at_once = service.elements_at_once();
  const std::int64_t extent = service.operand().layout.extent;
  int error = MPI_SUCCESS;
  for (std::int64_t done = 0; done < arguments_.count; done += at_once) {
    const void* from = moved(input, done * extent);
    void* to = moved(arguments_.receive, done * extent);
    const int own = run_part(from, to, std::min(arguments_.count - done, at_once));
    if (error == MPI_SUCCESS) error = own;
  }
  return error;
}

/// Rank 0 prints the tables of all ranks, as one.
void print_statistics() {
  const std::vector<std::string> tables =
      gathered(packed(process().statistics.table()), MPI_COMM_WORLD);
  if (tables.empty()) return;
  StatisticsTable all;
  for (const std::string& table : tables) merge_packed(all, table);
  print(text_of(all, static_cast<int>(tables.size())));
}

}  // namespace

int serve(const Arguments& call) noexcept {
  Communicator* communicator = nullptr;
  if (!is_plainly_native(call)) {
    communicator = Communicator::latest_of(call.comm);
    if (communicator == nullptr && process().is_mpi_running())
      communicator = &Communicator::of(call.comm);
  }
  if (communicator != nullptr) return Call(call, *communicator).serve();
  process().counts.count(call.collective, nullptr);
  return pass_on(process().native(), call);
}

int finalize() noexcept {
  Process& owner = process();
  if (owner.is_mpi_running()) {
    // A program may come here without any call of ours, so the ranks agree first that all tell.
    if (owner.settings().configuration.statistics > 0 &&
        Communicator::of(MPI_COMM_WORLD).configuration().statistics > 0)
      print_statistics();
    if (owner.settings().configuration.tuning == Tuning::online &&
        Communicator::of(MPI_COMM_WORLD).configuration().tuning == Tuning::online)
      write_learnt_rules(owner);
    owner.close();
  }
  return owner.native().finalize();
}

}  // namespace allfold
