#include "mpi/serve.hpp"

#include <algorithm>
#include <exception>
#include <new>
#include <utility>

#include "exec/executor.hpp"
#include "exec/local_reduction.hpp"
#include "exec/point_to_point.hpp"
#include "mpi/communicator.hpp"
#include "mpi/final_reports.hpp"
#include "mpi/print.hpp"
#include "mpi/process.hpp"
#include "mpi/quiet_floating_point.hpp"
#include "mpi/shared_call.hpp"
#include "mpi/staging.hpp"

namespace allfold {

namespace {

/// Whether the MPI library will refuse the call, or has nothing to do, by arguments that are alike
/// on all ranks. It says so itself, before it communicates.
bool is_plainly_native(const Arguments& call) {
  return call.comm == MPI_COMM_NULL || call.op == MPI_OP_NULL ||
         call.datatype == MPI_DATATYPE_NULL || call.count < 0;
}

/// The same, for arguments that mean something only in an intra-communicator, and not the same on
/// all ranks.
bool is_refused(const Arguments& call, int rank, int ranks) {
  if (call.collective == Collective::allreduce)
    return call.receive == MPI_IN_PLACE ||
           (call.send == call.receive && call.send != MPI_BOTTOM && call.count > 1);
  if (call.root < 0 || call.root >= ranks) return true;
  return rank == call.root
             ? call.receive == MPI_IN_PLACE || (call.send == call.receive && call.count > 0)
             : call.send == MPI_IN_PLACE;
}

/// What a rank can find out of the call by itself: whether it is for the MPI library.
bool is_native_by_itself(const Arguments& call) {
  int is_inter = 0;
  PMPI_Comm_test_inter(call.comm, &is_inter);
  if (is_inter != 0) return true;
  int rank = 0;
  int ranks = 0;
  PMPI_Comm_rank(call.comm, &rank);
  PMPI_Comm_size(call.comm, &ranks);
  return is_refused(call, rank, ranks) || !operand_of(call.datatype, call.op).native_reason.empty();
}

/// The time of a call, if the user wants to know.
class Stopwatch {
 public:
  explicit Stopwatch(bool runs) {
    if (!runs) return;
    const QuietFloatingPoint quiet;
    start_ = PMPI_Wtime();
  }
  [[nodiscard]] double seconds() const {
    const QuietFloatingPoint quiet;
    return PMPI_Wtime() - start_;
  }

 private:
  double start_ = 0;
};

/// An error that the other ranks of a call do not learn of, since this one cannot tell them: they may
/// wait for it, or take what they have for right. The program's handler decides, which by default
/// ends the job; if it returns, Allfold ends it. Returns the error where there are no others.
int raise_untold(MPI_Comm comm, int error, const char* message) {
  PMPI_Comm_call_errhandler(comm, error);
  int ranks = 1;
  PMPI_Comm_size(comm, &ranks);
  if (ranks > 1) {
    print(message);
    PMPI_Abort(comm, error);
  }
  return error;
}

int raise_lack_of_memory(MPI_Comm comm) {
  return raise_untold(comm, MPI_ERR_NO_MEM,
                      "allfold: MPI_Allreduce or MPI_Reduce: this rank ran out of memory in a call "
                      "in which other ranks wait for it: the job ends; give it more memory\n");
}

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
  int run_on_trial(const Service& service, Binding of_buffers);
  /// Runs it by a kernel: an error is one of Allfold's, and has not been raised. Throws
  /// std::bad_alloc where other ranks may wait for what this one could not do.
  int run(const Service& service, Binding of_buffers);
  /// Runs run_part(part) for each part of the vectors, in the memory of the host.
  template <class RunPart>
  int run_parts(const Service& service, const node::Vectors& vectors, RunPart run_part) const;
  void look_for_devices(const Layout& layout, Binding of_buffers);
  void record(const std::string& served_by, std::string_view reason, std::int64_t bytes) const;

  const Arguments& arguments_;
  Communicator& communicator_;
  bool is_recorded_;
  Stopwatch watch_;
  DeviceBuffers on_device_;
};

int Call::pass_on(std::string_view reason, std::int64_t bytes) {
  Process& owner = process();
  owner.counts.count(arguments_.collective, nullptr);
  const int error = allfold::pass_on(owner.native(), arguments_);
  if (is_recorded_) record("native", reason, bytes);
  return error;
}

void Call::record(const std::string& served_by, std::string_view reason, std::int64_t bytes) const {
  const QuietFloatingPoint quiet;
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
  if (is_refused(arguments_, communicator_.rank(), communicator_.ranks()))
    return pass_on("refused arguments", 0);
  const Binding of_buffers = binding();
  const Service* service = nullptr;
  bool has_way = false;  // for messages, if there are any
  try {
    service = &communicator_.service(arguments_, of_buffers);
    has_way = !service->sends_messages() || communicator_.open_channel();
  } catch (const std::bad_alloc&) {
    return raise_lack_of_memory(arguments_.comm);
  }
  if (!has_way) return pass_on("no communicator or memory for messages", service->bytes());
  look_for_devices(service->operand().layout, of_buffers);
  if (on_device_.any() && communicator_.configuration().device == DeviceCalls::native &&
      !service->is_on_trial())
    return pass_on("buffers on a device, as ALLFOLD_DEVICE says", service->bytes());
  if (!service->is_plain() && !service->is_on_trial())
    return pass_on(service->native_reason(), service->bytes());
  int error = MPI_SUCCESS;
  try {
    error = service->is_plain() ? run(*service, of_buffers) : run_on_trial(*service, of_buffers);
  } catch (const std::bad_alloc&) {
    return raise_lack_of_memory(arguments_.comm);
  }
  process().counts.count(arguments_.collective, service->choice().kernel);
  if (is_recorded_) record(text_of(service->choice()), service->choice().reason, service->bytes());
  if (std::exception_ptr& thrown = communicator_.thrown(); thrown != nullptr)
    std::rethrow_exception(std::exchange(thrown, nullptr));
  if (error != MPI_SUCCESS && on_device_.any() && service->hides_failures())
    return raise_untold(
        arguments_.comm, error,
        "allfold: MPI_Allreduce or MPI_Reduce: a copy of a GPU's buffer failed, and "
        "other ranks have been given what it was to bring: the job ends\n");
  // The MPI library has raised its own.
  if (error != MPI_SUCCESS && service->native_reason().empty())
    PMPI_Comm_call_errhandler(communicator_.user(), error);
  return error;
}

/// By a kernel or natively, with a look at the clock.
int Call::run_on_trial(const Service& service, Binding of_buffers) {
  const Stopwatch trial(true);
  const int error = service.native_reason().empty()
                        ? run(service, of_buffers)
                        : allfold::pass_on(process().native(), arguments_);
  const QuietFloatingPoint quiet;
  communicator_.learner().add(trial.seconds());
  return error;
}

int Call::run(const Service& service, Binding of_buffers) {
  const node::Vectors vectors{
      .input = of_buffers == Binding::in_place ? arguments_.receive : arguments_.send,
      .result = arguments_.receive,
      .count = arguments_.count};
  if (const SharedElements* elements = service.shared_elements(); elements != nullptr)
    return run_parts(service, vectors, [&](const node::Vectors& part) {
      return run_in_shared_memory(arguments_, part, *elements, *communicator_.group());
    });
  if (const StagedCall* staged = service.staged(); staged != nullptr)
    return run_parts(service, vectors, [&](const node::Vectors& part) {
      return staged->run(part, arguments_.op, communicator_);
    });
  const Operand& operand = service.operand();
  PointToPoint transport(communicator_.messages(), operand.datatype);
  LocalReduction arithmetic(arguments_.op, operand.datatype, operand.layout, operand.loop,
                            communicator_.messages(), communicator_.thrown());
  if (service.prepared().runs_by_rounds() && !on_device_.any())
    return execute(service.prepared(), vectors.input, vectors.result,
                   {.transport = transport,
                    .arithmetic = arithmetic,
                    .workspace = communicator_.workspace(),
                    .queues = communicator_.queues(),
                    .no_memory = MPI_ERR_NO_MEM});
  const auto loan = process().workspaces.borrow();
  return run_parts(service, vectors, [&](const node::Vectors& part) {
    const Surroundings surroundings{
        .transport = transport,
        .arithmetic = arithmetic,
        .workspace = loan != nullptr ? *loan : communicator_.workspace(),
        .queues = communicator_.queues(),
        .no_memory = MPI_ERR_NO_MEM,
        .so_far = part.so_far};
    if (part.so_far == success && part.count == service.elements_at_once())
      return execute(service.prepared(), part.input, part.result, surroundings);
    const Prepared prepared = process().reserve.within([&] {
      return part.so_far == success ? service.prepared_for(part.count)
                                    : service.prepared_without_result(part.count);
    });
    return execute(prepared, part.input, part.result, surroundings);
  });
}

/// All parts run, even after an error: the other ranks wait for the messages of each.
template <class RunPart>
int Call::run_parts(const Service& service, const node::Vectors& vectors, RunPart run_part) const {
  const std::int64_t at_once = service.elements_at_once();
  if (vectors.count <= at_once && !on_device_.any()) return run_part(vectors);
  const Layout& layout = service.operand().layout;
  Staging staging(on_device_, layout, process().staging,
                  {.copy = MPI_ERR_OTHER, .no_memory = MPI_ERR_NO_MEM});
  int error = MPI_SUCCESS;
  for (std::int64_t done = 0; done < vectors.count; done += at_once) {
    const node::Vectors part{.input = moved(vectors.input, done * layout.extent),
                             .result = moved(vectors.result, done * layout.extent),
                             .count = std::min(vectors.count - done, at_once)};
    const int own =
        on_device_.any() ? staging.take_back(run_part(staging.bring(part))) : run_part(part);
    if (error == MPI_SUCCESS) error = own;
  }
  return error;
}

/// Asks where the data of the buffers is: an address may lie before them.
void Call::look_for_devices(const Layout& layout, Binding of_buffers) {
  if (arguments_.count == 0) return;
  Devices& devices = process().devices;
  const auto owner = [&](const void* buffer) {
    return devices.owner_of(moved(buffer, layout.true_lower_bound));
  };
  if (gets_result()) on_device_.of_result = owner(arguments_.receive);
  on_device_.of_input =
      of_buffers == Binding::in_place ? on_device_.of_result : owner(arguments_.send);
}

/// Looks for the communicator's state, and sets it up if the call is not for the MPI library
/// anyhow.
int look_up(const Arguments& call, Communicator*& communicator) {
  const QuietFloatingPoint quiet;
  const int error = Communicator::find(call.comm, communicator);
  if (error == MPI_SUCCESS && communicator == nullptr && !is_native_by_itself(call))
    communicator = &Communicator::set_up(call.comm);
  return error;
}

}  // namespace

int serve(const Arguments& call) {
  Communicator* communicator = nullptr;
  if (!is_plainly_native(call)) {
    communicator = Communicator::latest_of(call.comm);
    if (communicator == nullptr && process().is_mpi_running()) {
      try {
        const int error = look_up(call, communicator);
        if (error != MPI_SUCCESS) return error;
      } catch (const std::bad_alloc&) {
        return raise_lack_of_memory(call.comm);
      }
    }
  }
  if (communicator != nullptr) return Call(call, *communicator).serve();
  process().counts.count(call.collective, nullptr);
  return pass_on(process().native(), call);
}

int finalize() {
  Process& owner = process();
  if (owner.is_mpi_running()) {
    const QuietFloatingPoint quiet;
    report_finally(owner);
    owner.close();
  }
  return owner.native().finalize();
}

}  // namespace allfold
