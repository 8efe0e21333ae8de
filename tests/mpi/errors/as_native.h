// What an erroneous call does natively, and what it does through Allfold: the error class that is
// returned, and what reaches the error handlers.
#ifndef ALLFOLD_TESTS_MPI_ERRORS_AS_NATIVE_H
#define ALLFOLD_TESTS_MPI_ERRORS_AS_NATIVE_H

#include <mpi.h>

#include <iosfwd>
#include <vector>

namespace allfold_test {

struct AllreduceCall {
  const void* input;
  void* result;
  int count = 1;
  MPI_Datatype type = MPI_DOUBLE;
  MPI_Op op = MPI_SUM;
  MPI_Comm comm;
};

struct ReduceCall {
  const void* input;
  void* result;
  int count = 1;
  MPI_Datatype type = MPI_DOUBLE;
  MPI_Op op = MPI_SUM;
  int root = 0;
  MPI_Comm comm;
};

// One invocation of an error handler.
struct Raised {
  MPI_Comm handler_of;  // the communicator the handler was set on
  MPI_Comm comm;        // the communicator the handler was given
  int error_class;
  bool operator==(const Raised&) const = default;
};

struct Outcome {
  int error_class;
  std::vector<Raised> raised = {};
  bool operator==(const Outcome&) const = default;
};
std::ostream& operator<<(std::ostream& out, const Outcome& outcome);

// By the MPI library's own function, past Allfold.
Outcome native_outcome(const AllreduceCall& call);
Outcome native_outcome(const ReduceCall& call);

Outcome outcome(const AllreduceCall& call);
Outcome outcome(const ReduceCall& call);

// A duplicate of MPI_COMM_WORLD. While it lives, its handler, MPI_COMM_WORLD's and MPI_COMM_SELF's
// record what reaches them.
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
