// The outcome of an erroneous call, natively and through Allfold: the error class that is returned,
// and what reaches the error handlers.
#ifndef ALLFOLD_TESTS_MPI_ERRORS_AS_NATIVE_H
#define ALLFOLD_TESTS_MPI_ERRORS_AS_NATIVE_H

#include <mpi.h>

#include <cstdint>
#include <iosfwd>
#include <vector>

namespace allfold_test {

struct AllreduceCall {
  const void* input;
  void* result;
  std::int64_t count = 1;
  MPI_Datatype type = MPI_DOUBLE;
  MPI_Op op = MPI_SUM;
  MPI_Comm comm;
};

struct ReduceCall {
  const void* input;
  void* result;
  std::int64_t count = 1;
  MPI_Datatype type = MPI_DOUBLE;
  MPI_Op op = MPI_SUM;
  int root = 0;
  MPI_Comm comm;
};

// With the same count for each rank of the communicator, or with these counts.
struct ReduceScatterCall {
  const void* input;
  void* result;
  std::int64_t count = 1;
  MPI_Datatype type = MPI_DOUBLE;
  MPI_Op op = MPI_SUM;
  MPI_Comm comm;
  std::vector<std::int64_t> counts = {};
};

// One invocation of an error handler.
struct Raised {
  MPI_Comm handler_of;  // the communicator on which the handler was set
  MPI_Comm comm;        // the communicator passed to the handler
  int error_class;
  bool operator==(const Raised&) const = default;
};

struct Outcome {
  int error_class;
  std::vector<Raised> raised = {};
  bool operator==(const Outcome&) const = default;
};
std::ostream& operator<<(std::ostream& out, const Outcome& outcome);

// All call functions of count_type(). These call the MPI library's own, bypassing Allfold.
Outcome native_outcome(const AllreduceCall& call);
Outcome native_outcome(const ReduceCall& call);
Outcome native_outcome(const ReduceScatterCall& call);

Outcome outcome(const AllreduceCall& call);
Outcome outcome(const ReduceCall& call);
Outcome outcome(const ReduceScatterCall& call);

// A duplicate of MPI_COMM_WORLD. During its lifetime, the error handlers of the duplicate, of
// MPI_COMM_WORLD and of MPI_COMM_SELF record what reaches them.
class RecordedComm {
 public:
  RecordedComm();
  ~RecordedComm();
  RecordedComm(const RecordedComm&) = delete;
  RecordedComm& operator=(const RecordedComm&) = delete;

  operator MPI_Comm() const { return comm_; }

 private:
  MPI_Comm comm_;
};

}  // namespace allfold_test

#endif
