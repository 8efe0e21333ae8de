// Back-to-back calls, so that fast ranks run ahead of slow ones: messages of one call must not
// match another call, whatever its kernel, root, size and communicator.
#include <allfold/allfold.h>
#include <gtest/gtest.h>
#include <mpi.h>

#include <cstdint>
#include <random>
#include <vector>

#include "reductions/call.h"
#include "support/kernels.h"
#include "support/random.h"
#include "support/ranks.h"

namespace allfold_test {
namespace {

using Words = std::vector<std::uint64_t>;

// One of a sequence of calls; `number` makes its data differ from all others.
struct Call {
  std::uint64_t number;
  Collective collective;
  MPI_Comm comm;
  std::size_t count;
  int root;
  Words send;
  Words receive;
};

void prepare(Call& next) {
  const int rank = rank_of(MPI_COMM_WORLD);
  next.send.resize(next.count);
  next.receive.resize(next.count);
  for (std::size_t i = 0; i < next.count; ++i) next.send[i] = random_word(rank, i, next.number);
}

void run(Call& next) {
  whereabouts("call %d: count %zu, root %d", static_cast<int>(next.number), next.count, next.root);
  call(next.collective,
       {.send = next.send.data(),
        .receive = next.receive.data(),
        .count = next.count,
        .datatype = MPI_UINT64_T,
        .op = MPI_SUM,
        .root = next.root},
       next.comm);
}

// Checks every element; on a rank without a result, that the buffer is unchanged.
testing::AssertionResult is_right(const Call& done) {
  const int ranks = size_of(MPI_COMM_WORLD);
  const bool result_here = has_result(done.collective, rank_of(MPI_COMM_WORLD), done.root);
  for (std::size_t i = 0; i < done.count; ++i) {
    std::uint64_t sum = 0;
    for (int rank = 0; result_here && rank < ranks; ++rank) {
      sum += random_word(rank, i, done.number);
    }
    if (done.receive[i] != sum) {
      return testing::AssertionFailure()
             << "call " << done.number << ", count " << done.count << ", root " << done.root
             << ": element " << i << " is wrong";
    }
  }
  return testing::AssertionSuccess();
}

// One communicator for each pair of an Allreduce and a Reduce configuration. Each has made a first
// call of both, in which Allfold reads the configuration.
std::vector<MPI_Comm> communicators() {
  const std::vector<std::string> allreduce = all_configurations(Collective::allreduce);
  const std::vector<std::string> reduce = all_configurations(Collective::reduce);
  std::vector<MPI_Comm> comms;
  for (std::size_t i = 0; i < std::max(allreduce.size(), reduce.size()); ++i) {
    configure(Collective::allreduce, allreduce[i % allreduce.size()].c_str());
    configure(Collective::reduce, reduce[i % reduce.size()].c_str());
    MPI_Comm comm;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    for (const Collective collective : {Collective::allreduce, Collective::reduce}) {
      Call first{0, collective, comm, 1, 0, {}, {}};
      prepare(first);
      run(first);
      EXPECT_TRUE(is_right(first));
    }
    comms.push_back(comm);
  }
  configure(Collective::allreduce, nullptr);
  configure(Collective::reduce, nullptr);
  return comms;
}

// The same calls on every rank.
class RandomCalls {
 public:
  explicit RandomCalls(std::vector<MPI_Comm> comms) : comms_(std::move(comms)) {}

  Call next() {
    const auto ranks = static_cast<std::size_t>(size_of(MPI_COMM_WORLD));
    const std::size_t counts[] = {1, 2, 3, ranks, 100, 1000, 5000, 20'011};
    Call next{.number = ++number_,
              .collective = below(2) ? Collective::allreduce : Collective::reduce,
              .comm = comms_[below(comms_.size())],
              .count = counts[below(std::size(counts))],
              .root = static_cast<int>(below(ranks)),
              .send = {},
              .receive = {}};
    prepare(next);
    return next;
  }

 private:
  std::size_t below(std::size_t end) { return generator_() % end; }

  std::vector<MPI_Comm> comms_;
  std::mt19937_64 generator_{20'040'606};
  std::uint64_t number_ = 0;
};

TEST(ConsecutiveCalls, OfDifferentKernelsRootsAndSizes) {
  constexpr int batches = 8;
  constexpr int calls_per_batch = 60;
  std::vector<MPI_Comm> comms = communicators();
  RandomCalls random_calls(comms);
  const std::uint64_t before =
      allfold_calls("allreduce", nullptr) + allfold_calls("reduce", nullptr);
  for (int batch = 0; batch < batches; ++batch) {
    std::vector<Call> calls;
    calls.reserve(calls_per_batch);
    for (int i = 0; i < calls_per_batch; ++i) calls.push_back(random_calls.next());
    for (Call& next : calls) {
      // Now and then a rank falls behind, each rank at other calls.
      if (random_word(rank_of(MPI_COMM_WORLD), next.number) % 8 == 0) random_delay(1000);
      run(next);
    }
    for (const Call& done : calls) EXPECT_TRUE(is_right(done));
  }
  EXPECT_EQ(allfold_calls("allreduce", nullptr) + allfold_calls("reduce", nullptr) - before,
            static_cast<std::uint64_t>(batches * calls_per_batch));
  for (MPI_Comm& comm : comms) MPI_Comm_free(&comm);
}

// Nothing stops the ranks that only send: hundreds of their calls are in flight before the root, or
// the root of later calls, starts its first.
TEST(ConsecutiveCalls, LeavesRunAheadOfTheRoot) {
  constexpr int calls_per_root = 100;
  for_each_kernel(Collective::reduce, ServedBy::forced_kernel, [](const Turn& turn) {
    std::vector<Call> calls;
    for (const int root : {0, turn.size - 1}) {
      for (int i = 0; i < calls_per_root; ++i) {
        calls.push_back({.number = calls.size(),
                         .collective = Collective::reduce,
                         .comm = turn.comm,
                         .count = 1 + static_cast<std::size_t>(i) % 50,
                         .root = root,
                         .send = {},
                         .receive = {}});
        prepare(calls.back());
      }
    }
    for (Call& next : calls) {
      if (turn.rank == next.root && next.number % calls_per_root == 0) random_delay(20'000);
      run(next);
    }
    for (const Call& done : calls) EXPECT_TRUE(is_right(done));
  });
}

}  // namespace
}  // namespace allfold_test
