// One rank cannot allocate memory for a reduction, and the others have enough.
#include <gtest/gtest.h>
#include <malloc.h>
#include <mpi.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstddef>
#include <fstream>
#include <string>
#include <vector>

#include "errors/as_native.h"
#include "life/right_answers.h"
#include "support/buffers.h"
#include "support/ranks.h"

namespace allfold_test {
namespace {

constexpr std::size_t mebibyte = std::size_t{1} << 20;
// Every kernel's scratch has at least 1/p of the vector, which is more than the spare memory.
constexpr std::size_t vector_bytes = 64 * mebibyte;
constexpr std::size_t spare_bytes = 4 * mebibyte;

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool memory_can_be_limited = false;  // the sanitizers need all of the address space
#else
constexpr bool memory_can_be_limited = true;
#endif

// During its lifetime, this process can allocate at most `spare` more bytes.
class MemoryLimit {
 public:
  explicit MemoryLimit(std::size_t spare) {
    std::size_t pages = 0;
    std::ifstream("/proc/self/statm") >> pages;
    getrlimit(RLIMIT_AS, &before_);
    rlimit limit = before_;
    limit.rlim_cur = pages * static_cast<std::size_t>(sysconf(_SC_PAGESIZE)) + spare;
    setrlimit(RLIMIT_AS, &limit);
  }
  ~MemoryLimit() { setrlimit(RLIMIT_AS, &before_); }
  MemoryLimit(const MemoryLimit&) = delete;
  MemoryLimit& operator=(const MemoryLimit&) = delete;

 private:
  rlimit before_;
};

double contribution(int rank, std::size_t position) {
  return rank + 1 + static_cast<double>(position % 1000);
}

bool is_sum_of_all(const std::vector<double>& result, int size) {
  for (std::size_t i = 0; i < result.size(); ++i) {
    if (result[i] != size * contribution(0, i) + size * (size - 1) / 2) return false;
  }
  return true;
}

class MemoryShortage : public testing::Test {
 protected:
  void SetUp() override {
    if (!memory_can_be_limited) GTEST_SKIP() << "not with a sanitizer";
    const auto ranks = static_cast<std::size_t>(size_);
    if (!true_on_all_ranks(available_memory() > 5 * ranks * vector_bytes, MPI_COMM_WORLD)) {
      GTEST_SKIP() << "there is a shortage already";
    }
    // Freed memory is returned to the system, not cached.
    mallopt(M_MMAP_THRESHOLD, mebibyte);
    mallopt(M_TRIM_THRESHOLD, mebibyte / 8);
    malloc_trim(0);
    input_.resize(vector_bytes / sizeof(double));
    result_.resize(input_.size());
    for (std::size_t i = 0; i < input_.size(); ++i) input_[i] = contribution(rank_, i);
  }

  // A call in which rank `short_rank` lacks memory; then one in which no rank does.
  template <typename Call>
  void run_short_of_memory(Call call, int short_rank, bool has_result) {
    SCOPED_TRACE("short of memory: rank " + std::to_string(short_rank));
    expect_allreduce_right(call.comm, 1, 1);  // completes the set-up of the first call
    const bool is_short = rank_ == short_rank;
    Outcome outcome_here;
    if (is_short) {
      const MemoryLimit limit(spare_bytes);
      outcome_here = outcome(call);
    } else {
      outcome_here = outcome(call);
    }
    expect_error_or_right_result(outcome_here, call.comm, is_short, has_result);
    expect_allreduce_right(call.comm, 1, 2);
    expect_reduce_right(call.comm, 100, 0, 3);
  }

  void expect_error_or_right_result(const Outcome& outcome_here, MPI_Comm comm, bool is_short,
                                    bool has_result) {
    if (outcome_here.error_class == MPI_SUCCESS) {
      EXPECT_EQ(outcome_here.raised.size(), 0u);
      if (has_result) {
        EXPECT_TRUE(is_sum_of_all(result_, size_)) << "success, but it is wrong";
      }
      return;
    }
    if (is_short) {
      ++errors_when_short_;
      EXPECT_EQ(outcome_here.error_class, MPI_ERR_NO_MEM) << outcome_here;
    }
    // Exactly once, through the handler of the communicator of the call.
    const Raised expected{comm, comm, outcome_here.error_class};
    EXPECT_EQ(outcome_here.raised, std::vector<Raised>{expected}) << outcome_here;
  }

  const int rank_ = rank_of(MPI_COMM_WORLD);
  const int size_ = size_of(MPI_COMM_WORLD);
  std::vector<double> input_;
  std::vector<double> result_;
  int errors_when_short_ = 0;
};

TEST_F(MemoryShortage, OfOneRankInAllreduce) {
  under_each_kernel([this] {
    const RecordedComm comm;
    for (const int short_rank : {0, size_ - 1}) {
      const AllreduceCall call{.input = input_.data(),
                               .result = result_.data(),
                               .count = static_cast<int>(input_.size()),
                               .comm = comm};
      run_short_of_memory(call, short_rank, /*has_result=*/true);
    }
  });
  EXPECT_FALSE(true_on_all_ranks(errors_when_short_ == 0, MPI_COMM_WORLD))
      << "no kernel ever failed: this test has tested nothing";
}

TEST_F(MemoryShortage, OfOneRankInReduce) {
  under_each_kernel([this] {
    const RecordedComm comm;
    for (const int short_rank : {0, size_ - 1}) {
      const ReduceCall call{.input = input_.data(),
                            .result = result_.data(),
                            .count = static_cast<int>(input_.size()),
                            .root = 0,
                            .comm = comm};
      run_short_of_memory(call, short_rank, /*has_result=*/rank_ == 0);
    }
  });
}

// The same in the first calls on a communicator, whose set-up needs a little memory, too.
TEST_F(MemoryShortage, OfOneRankInTheFirstCall) {
  under_each_kernel([this] {
    for (const int short_rank : {0, size_ - 1}) {
      const RecordedComm comm;
      const AllreduceCall call{.input = input_.data(),
                               .result = result_.data(),
                               .count = static_cast<int>(input_.size()),
                               .comm = comm};
      Outcome outcome_here;
      if (rank_ == short_rank) {
        const MemoryLimit limit(spare_bytes);
        outcome_here = outcome(call);
      } else {
        outcome_here = outcome(call);
      }
      expect_error_or_right_result(outcome_here, comm, rank_ == short_rank, /*has_result=*/true);
      expect_allreduce_right(comm, 1, 2);
    }
  });
}

}  // namespace
}  // namespace allfold_test
