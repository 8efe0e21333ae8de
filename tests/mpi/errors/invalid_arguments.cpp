// Every invalid argument gives the native error class through the native handler, and no rank hangs
// or loses a call because of it.
#include <gtest/gtest.h>
#include <mpi.h>

#include <functional>
#include <string>
#include <vector>

#include "errors/as_native.h"
#include "life/right_answers.h"
#include "support/ranks.h"

namespace allfold_test {
namespace {

template <typename Call>
struct Named {
  const char* name;
  Call call;
};

// Every rank makes the same call: natively, then through Allfold.
template <typename Call>
void expect_native_error(const Named<Call>& invalid, MPI_Comm comm) {
  SCOPED_TRACE(invalid.name);
  const Outcome native = native_outcome(invalid.call);
  EXPECT_NE(native.error_class, MPI_SUCCESS) << "the native call accepts it";
  EXPECT_EQ(outcome(invalid.call), native);
  EXPECT_TRUE(small_sum_is_right(comm)) << "after the error";
}

// As the first calls that Allfold sees on a communicator, and as later ones.
template <typename Call>
void expect_native_errors_now(
    const std::function<std::vector<Named<Call>>(MPI_Comm)>& invalid_calls) {
  const std::size_t number = invalid_calls(MPI_COMM_WORLD).size();
  for (std::size_t i = 0; i < number; ++i) {
    const RecordedComm comm;
    const std::vector<Named<Call>> calls = invalid_calls(comm);
    expect_native_error(calls[i], comm);
    expect_native_error(calls[(i + 1) % number], comm);
  }
}

template <typename Call>
void expect_native_errors(const std::function<std::vector<Named<Call>>(MPI_Comm)>& invalid_calls) {
  under_each_kernel([&] { expect_native_errors_now(invalid_calls); });
}

class InvalidArguments : public testing::Test {
 protected:
  InvalidArguments() {
    MPI_Type_contiguous(2, MPI_DOUBLE, &uncommitted_);
    MPI_Type_contiguous(2, MPI_DOUBLE, &pair_);
    MPI_Type_commit(&pair_);
    MPI_Op_create([](void*, void*, int*, MPI_Datatype*) {}, /*commute=*/1, &user_op_);
  }
  ~InvalidArguments() override {
    MPI_Op_free(&user_op_);
    MPI_Type_free(&pair_);
    MPI_Type_free(&uncommitted_);
  }

  AllreduceCall allreduce(MPI_Comm comm) {
    return {.input = input_.data(), .result = result_.data(), .comm = comm};
  }
  ReduceCall reduce(MPI_Comm comm) {
    return {.input = input_.data(), .result = result_.data(), .comm = comm};
  }

  ReduceScatterCall reduce_scatter(MPI_Comm comm) {
    return {.input = input_.data(), .result = result_.data(), .comm = comm};
  }

  // The invalid arguments that Allreduce and Reduce have in common. `call` has its buffers and its
  // communicator.
  template <typename Call>
  std::vector<Named<Call>> common(Call call) {
    std::vector<Named<Call>> calls;
    const auto add = [&](const char* name, const std::function<void(Call&)>& spoil) {
      Call spoilt = call;
      spoil(spoilt);
      calls.push_back({name, spoilt});
    };
#ifndef MPICH_VERSION  // MPICH does not refuse this, and waits for the others
    add("negative count", [](Call& c) { c.count = -1; });
#endif
    add("MPI_DATATYPE_NULL", [](Call& c) { c.type = MPI_DATATYPE_NULL; });
    add("uncommitted type, user operation", [this](Call& c) {
      c.type = uncommitted_;
      c.op = user_op_;
    });
    add("uncommitted type, predefined operation", [this](Call& c) { c.type = uncommitted_; });
    add("MPI_OP_NULL", [](Call& c) { c.op = MPI_OP_NULL; });
    add("MPI_OP_NULL, count 0", [](Call& c) {
      c.op = MPI_OP_NULL;
      c.count = 0;
    });
    add("MPI_BAND on MPI_DOUBLE", [](Call& c) { c.op = MPI_BAND; });
    add("MPI_SUM on MPI_DOUBLE_INT", [](Call& c) { c.type = MPI_DOUBLE_INT; });
    add("MPI_MAXLOC on MPI_DOUBLE", [](Call& c) { c.op = MPI_MAXLOC; });
    add("MPI_MAX on MPI_DOUBLE_COMPLEX", [](Call& c) {
      c.type = MPI_DOUBLE_COMPLEX;
      c.op = MPI_MAX;
    });
    add("MPI_SUM on a derived type", [this](Call& c) { c.type = pair_; });
    add("MPI_COMM_NULL", [](Call& c) { c.comm = MPI_COMM_NULL; });
    add("MPI_COMM_NULL and a negative count", [](Call& c) {
      c.comm = MPI_COMM_NULL;
      c.count = -1;
    });
    add("a communicator that is none", [](Call& c) { c.comm = MPI_Comm{}; });
    add("MPI_IN_PLACE as the receive buffer", [](Call& c) { c.result = MPI_IN_PLACE; });
    return calls;
  }

  std::vector<double> input_ = std::vector<double>(16, 1.0);
  std::vector<double> result_ = std::vector<double>(16);
  MPI_Datatype uncommitted_;
  MPI_Datatype pair_;
  MPI_Op user_op_;
};

TEST_F(InvalidArguments, OfAllreduce) {
  expect_native_errors<AllreduceCall>([this](MPI_Comm comm) {
    std::vector<Named<AllreduceCall>> calls = common(allreduce(comm));
    AllreduceCall aliased = allreduce(comm);
    aliased.result = input_.data();
    aliased.count = 2;
    calls.push_back({"aliased buffers", aliased});
    return calls;
  });
}

// Those of MPI_Reduce_scatter have counts that are all equal, or of which one is negative.
TEST_F(InvalidArguments, OfReduceScatter) {
  const auto ranks = static_cast<std::size_t>(size_of(MPI_COMM_WORLD));
  expect_native_errors_now<ReduceScatterCall>([this, ranks](MPI_Comm comm) {
    std::vector<Named<ReduceScatterCall>> calls;
    for (const Named<ReduceScatterCall>& block : common(reduce_scatter(comm))) {
      Named<ReduceScatterCall> list = block;
      list.call.counts.assign(ranks, block.call.count);
      const bool names_a_communicator = list.call.comm == comm;
      calls.push_back(block);
      if (names_a_communicator) calls.push_back(list);
    }
#ifndef MPICH_VERSION  // as above
    ReduceScatterCall negative = reduce_scatter(comm);
    negative.counts.assign(ranks, 2);
    negative.counts.back() = -1;
    calls.push_back({"a negative count among others", negative});
#else  // Open MPI does not refuse this
    ReduceScatterCall aliased = reduce_scatter(comm);
    aliased.result = input_.data();
    calls.push_back({"aliased buffers", aliased});
#endif
    return calls;
  });
}

// All ranks have root 0. Errors that only the root can make are tested on one rank only (below).
TEST_F(InvalidArguments, OfReduce) {
  expect_native_errors<ReduceCall>([this](MPI_Comm comm) {
    std::vector<Named<ReduceCall>> calls;
    for (const Named<ReduceCall>& call : common(reduce(comm))) {
      const bool only_at_the_root = call.call.result == MPI_IN_PLACE;
      if (!only_at_the_root) calls.push_back(call);
    }
    for (const int root : {-1, size_of(MPI_COMM_WORLD), MPI_PROC_NULL, MPI_ROOT}) {
      ReduceCall call = reduce(comm);
      call.root = root;
      calls.push_back({"invalid root", call});
    }
    return calls;
  });
}

// The call of one rank is invalid, the calls of the others are valid. The rank gets its error
// immediately, and a later valid call of it still matches theirs: nothing may be sent or received
// before the arguments were found invalid.
template <typename Call>
void expect_error_on_one_rank(const Named<Call>& invalid, const Call& valid, int wrong_rank) {
  SCOPED_TRACE(std::string(invalid.name) + " on rank " + std::to_string(wrong_rank));
  if (rank_of(valid.comm) == wrong_rank) {
    const Outcome native = native_outcome(invalid.call);
    EXPECT_NE(native.error_class, MPI_SUCCESS) << "the native call accepts it";
    EXPECT_EQ(outcome(invalid.call), native);
  }
  EXPECT_EQ(outcome(valid), Outcome{.error_class = MPI_SUCCESS});
}

TEST_F(InvalidArguments, OfAllreduceOnOneRank) {
  under_each_kernel([this] {
    const int size = size_of(MPI_COMM_WORLD);
    for (const int wrong_rank : {0, size - 1}) {
      const RecordedComm comm;
      for (const Named<AllreduceCall>& invalid : common(allreduce(comm))) {
        expect_error_on_one_rank(invalid, allreduce(comm), wrong_rank);
        EXPECT_EQ(result_[0], size);
      }
    }
  });
}

TEST_F(InvalidArguments, OfReduceAtItsRoot) {
  under_each_kernel([this] {
    const int root = size_of(MPI_COMM_WORLD) - 1;
    const RecordedComm comm;
    ReduceCall valid = reduce(comm);
    valid.root = root;
    std::vector<Named<ReduceCall>> calls = common(valid);
    ReduceCall aliased = valid;
    aliased.result = input_.data();
    calls.push_back({"aliased buffers, count 1", aliased});
    aliased.count = 3;
    calls.push_back({"aliased buffers", aliased});
    for (const Named<ReduceCall>& invalid : calls) {
      expect_error_on_one_rank(invalid, valid, root);
      if (rank_of(comm) == root) {
        EXPECT_EQ(result_[0], root + 1);
      }
    }
  });
}

// The call of one rank is invalid, and the others make none. The rank gets its error immediately:
// no other rank has to take part in setting up the communicator.
template <typename Call>
void expect_error_on_one_rank_alone(const std::vector<Named<Call>>& invalid_calls, MPI_Comm comm,
                                    int wrong_rank) {
  if (rank_of(comm) == wrong_rank) {
    for (const Named<Call>& invalid : invalid_calls) {
      SCOPED_TRACE(invalid.name);
      EXPECT_EQ(outcome(invalid.call), native_outcome(invalid.call));
    }
  }
  MPI_Barrier(comm);
  EXPECT_TRUE(small_sum_is_right(comm)) << "after the errors";
}

TEST_F(InvalidArguments, OfOneRankInTheFirstCallAndNobodyElseCalls) {
  const int size = size_of(MPI_COMM_WORLD);
  for (const int wrong_rank : {0, size - 1}) {
    {
      const RecordedComm comm;
      std::vector<Named<AllreduceCall>> calls = common(allreduce(comm));
      AllreduceCall aliased = allreduce(comm);
      aliased.result = input_.data();
      aliased.count = 2;
      calls.push_back({"aliased buffers", aliased});
      expect_error_on_one_rank_alone(calls, comm, wrong_rank);
    }
    const RecordedComm comm;
    ReduceCall call = reduce(comm);
    call.root = wrong_rank;
    std::vector<Named<ReduceCall>> calls = common(call);
    for (const int root : {-1, size, MPI_PROC_NULL, MPI_ROOT}) {
      call.root = root;
      calls.push_back({"invalid root", call});
    }
    expect_error_on_one_rank_alone(calls, comm, wrong_rank);
  }
}

// The receive buffer is not significant on ranks other than the root, whatever it is.
TEST_F(InvalidArguments, ReduceWithMpiInPlaceAsReceiveBufferOffTheRoot) {
  const int size = size_of(MPI_COMM_WORLD);
  under_each_kernel([this, size] {
    for (int root = 0; root < size; ++root) {
      const RecordedComm comm;
      ReduceCall call = reduce(comm);
      call.root = root;
      if (rank_of(comm) != root) call.result = MPI_IN_PLACE;
      EXPECT_EQ(outcome(call), Outcome{.error_class = MPI_SUCCESS});
      if (rank_of(comm) == root) {
        EXPECT_EQ(result_[0], size);
      }
    }
  });
}

// MPI_IN_PLACE is valid only at the root.
TEST_F(InvalidArguments, ReduceInPlaceElsewhereThanAtTheRoot) {
  const int size = size_of(MPI_COMM_WORLD);
  if (size < 2) GTEST_SKIP() << "there is only the root";
  under_each_kernel([this, size] {
    for (const int root : {0, size - 1}) {
      const RecordedComm comm;
      ReduceCall valid = reduce(comm);
      valid.root = root;
      ReduceCall in_place = valid;
      in_place.input = MPI_IN_PLACE;
      const Named<ReduceCall> invalid{"MPI_IN_PLACE as the send buffer", in_place};
      expect_error_on_one_rank(invalid, valid, root == 0 ? size - 1 : 0);
      if (rank_of(comm) == root) {
        EXPECT_EQ(result_[0], size);
      }
    }
  });
}

}  // namespace
}  // namespace allfold_test
