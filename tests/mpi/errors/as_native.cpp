#include "errors/as_native.h"

#include <dlfcn.h>

#include <cstdlib>
#include <ostream>
#include <string>

#include "support/count_type.h"

namespace allfold_test {
namespace {

std::vector<Raised> raised;
MPI_Comm recorded_comm = MPI_COMM_NULL;

int class_of(int error_code) {
  int error_class;
  MPI_Error_class(error_code, &error_class);
  return error_class;
}

// One function per communicator, so that the test knows whose handler was called.
void record_on_world(MPI_Comm* comm, int* code, ...) {
  raised.push_back({MPI_COMM_WORLD, *comm, class_of(*code)});
}
void record_on_self(MPI_Comm* comm, int* code, ...) {
  raised.push_back({MPI_COMM_SELF, *comm, class_of(*code)});
}
void record_on_recorded(MPI_Comm* comm, int* code, ...) {
  raised.push_back({recorded_comm, *comm, class_of(*code)});
}

void set_handler(MPI_Comm comm, MPI_Comm_errhandler_function* function) {
  MPI_Errhandler handler;
  MPI_Comm_create_errhandler(function, &handler);
  MPI_Comm_set_errhandler(comm, handler);
  MPI_Errhandler_free(&handler);  // the communicator keeps it
}

// The MPI library, by its file name: that of a function which Allfold does not override.
void* mpi_library() {
  Dl_info there = {};
  void* const function = dlsym(RTLD_DEFAULT, "PMPI_Get_version");
  if (function == nullptr || dladdr(function, &there) == 0) return nullptr;
  return dlopen(there.dli_fname, RTLD_NOLOAD | RTLD_LAZY);
}

template <typename Function>
Function* native_function(const char* name, Function*) {
  static void* const library = mpi_library();
  void* const address = library ? dlsym(library, name) : nullptr;
  if (!address) std::abort();
  return reinterpret_cast<Function*>(address);
}

// For functions with counts of either type.
template <typename Count>
Outcome called(int (*allreduce)(const void*, void*, Count, MPI_Datatype, MPI_Op, MPI_Comm),
               const AllreduceCall& call) {
  raised.clear();
  const int error = allreduce(call.input, call.result, static_cast<Count>(call.count), call.type,
                              call.op, call.comm);
  return {.error_class = class_of(error), .raised = raised};
}

template <typename Count>
Outcome called(int (*reduce)(const void*, void*, Count, MPI_Datatype, MPI_Op, int, MPI_Comm),
               const ReduceCall& call) {
  raised.clear();
  const int error = reduce(call.input, call.result, static_cast<Count>(call.count), call.type,
                           call.op, call.root, call.comm);
  return {.error_class = class_of(error), .raised = raised};
}

template <typename Count>
Outcome called(int (*block)(const void*, void*, Count, MPI_Datatype, MPI_Op, MPI_Comm),
               int (*list)(const void*, void*, const Count*, MPI_Datatype, MPI_Op, MPI_Comm),
               const ReduceScatterCall& call) {
  raised.clear();
  const std::vector<Count> counts(call.counts.begin(), call.counts.end());
  const int error =
      counts.empty() ? block(call.input, call.result, static_cast<Count>(call.count), call.type,
                             call.op, call.comm)
                     : list(call.input, call.result, counts.data(), call.type, call.op, call.comm);
  return {.error_class = class_of(error), .raised = raised};
}

std::string class_name(int error_class) {
  char text[MPI_MAX_ERROR_STRING];
  int length;
  MPI_Error_string(error_class, text, &length);
  return std::string(text, static_cast<std::size_t>(length));
}

const char* name_of(MPI_Comm comm) {
  if (comm == MPI_COMM_WORLD) return "MPI_COMM_WORLD";
  if (comm == MPI_COMM_SELF) return "MPI_COMM_SELF";
  return comm == recorded_comm ? "the communicator" : "another communicator";
}

}  // namespace

std::ostream& operator<<(std::ostream& out, const Outcome& outcome) {
  out << "returned " << class_name(outcome.error_class);
  for (const Raised& one : outcome.raised) {
    out << "; the handler of " << name_of(one.handler_of) << " was given " << name_of(one.comm)
        << " and " << class_name(one.error_class);
  }
  return out;
}

Outcome native_outcome(const AllreduceCall& call) {
  if (count_type() == CountType::of_64_bits)
    return called(native_function("PMPI_Allreduce_c", &allreduce), call);
  return called(native_function("PMPI_Allreduce", &MPI_Allreduce), call);
}

Outcome native_outcome(const ReduceCall& call) {
  if (count_type() == CountType::of_64_bits)
    return called(native_function("PMPI_Reduce_c", &reduce), call);
  return called(native_function("PMPI_Reduce", &MPI_Reduce), call);
}

Outcome native_outcome(const ReduceScatterCall& call) {
#ifdef ALLFOLD_HAS_64_BIT_COUNTS
  if (count_type() == CountType::of_64_bits)
    return called(native_function("PMPI_Reduce_scatter_block_c", &MPI_Reduce_scatter_block_c),
                  native_function("PMPI_Reduce_scatter_c", &MPI_Reduce_scatter_c), call);
#endif
  return called(native_function("PMPI_Reduce_scatter_block", &MPI_Reduce_scatter_block),
                native_function("PMPI_Reduce_scatter", &MPI_Reduce_scatter), call);
}

Outcome outcome(const AllreduceCall& call) { return called(allreduce, call); }
Outcome outcome(const ReduceCall& call) { return called(reduce, call); }
Outcome outcome(const ReduceScatterCall& call) {
#ifdef ALLFOLD_HAS_64_BIT_COUNTS
  if (count_type() == CountType::of_64_bits)
    return called(MPI_Reduce_scatter_block_c, MPI_Reduce_scatter_c, call);
#endif
  return called(MPI_Reduce_scatter_block, MPI_Reduce_scatter, call);
}

RecordedComm::RecordedComm() {
  MPI_Comm_dup(MPI_COMM_WORLD, &comm_);
  recorded_comm = comm_;
  set_handler(comm_, record_on_recorded);
  set_handler(MPI_COMM_WORLD, record_on_world);
  set_handler(MPI_COMM_SELF, record_on_self);
}

RecordedComm::~RecordedComm() {
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_ARE_FATAL);
  MPI_Comm_free(&comm_);
}

}  // namespace allfold_test
