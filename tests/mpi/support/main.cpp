// GoogleTest's main() for ranks: rank 0 prints as usual, the others print their failures, and a
// failure on any rank fails the job.
//
// --thread-level=single|funneled|serialized|multiple is the level passed to MPI_Init_thread
// (default: single); --whereabouts-after=SECONDS makes every rank that still runs then print its
// position; --count-type=int|64-bit: see count_type.h. GoogleTest's own options work as usual, and
// must be the same on all ranks.
#include <gtest/gtest.h>
#include <malloc.h>
#include <mpi.h>

#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "support/count_type.h"
#include "support/hang_report.h"
#include "support/rank_listener.h"
#include "support/ranks.h"

namespace {

// The text after `option` in the arguments, or "".
std::string_view value_of(std::string_view option, int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    if (argument.starts_with(option)) return argument.substr(option.size());
  }
  return "";
}

int thread_level(std::string_view name) {
  if (name.empty() || name == "single") return MPI_THREAD_SINGLE;
  if (name == "funneled") return MPI_THREAD_FUNNELED;
  if (name == "serialized") return MPI_THREAD_SERIALIZED;
  if (name == "multiple") return MPI_THREAD_MULTIPLE;
  static_cast<void>(std::fprintf(stderr, "there is no thread level '%s'\n", name.data()));
  std::exit(2);
}

// Prints the ranks that failed, for readers who look only at the end of the output.
bool print_failed_ranks(bool failed) {
  const std::vector<std::uint64_t> all = allfold_test::gather_from_all(failed, MPI_COMM_WORLD);
  bool any = false;
  for (std::size_t rank = 0; rank < all.size(); ++rank) {
    if (!all[rank]) continue;
    any = true;
    if (allfold_test::rank_of(MPI_COMM_WORLD) == 0) std::printf("failed on rank %zu\n", rank);
  }
  return any;
}

// Vectors of hundreds of kilobytes reuse memory, since the first access to fresh pages takes longer
// than the reduction.
void keep_memory() {
#ifdef __GLIBC__
  constexpr int most = 32 << 20;  // the maximum that glibc accepts
  mallopt(M_MMAP_THRESHOLD, most);
  mallopt(M_TRIM_THRESHOLD, 2 * most);
#endif
}

}  // namespace

int main(int argc, char** argv) {
  keep_memory();
  const int required = thread_level(value_of("--thread-level=", argc, argv));
  if (const auto counts = value_of("--count-type=", argc, argv);
      !allfold_test::set_count_type(counts)) {
    static_cast<void>(
        std::fprintf(stderr, "the MPI library has no counts of type '%s'\n", counts.data()));
    return 2;
  }
  const auto whereabouts_after = value_of("--whereabouts-after=", argc, argv);
  int provided;
  MPI_Init_thread(&argc, &argv, required, &provided);
  if (provided < required) {
    static_cast<void>(std::fprintf(stderr, "this MPI library provides thread level %d, not %d\n",
                                   provided, required));
    MPI_Abort(MPI_COMM_WORLD, 2);
  }
  testing::InitGoogleTest(&argc, argv);

  const int rank = allfold_test::rank_of(MPI_COMM_WORLD);
  if (!whereabouts_after.empty()) {
    int seconds = 0;
    std::from_chars(whereabouts_after.data(), whereabouts_after.data() + whereabouts_after.size(),
                    seconds);
    allfold_test::report_whereabouts_after(seconds, rank);
  }
  testing::TestEventListeners& listeners = testing::UnitTest::GetInstance()->listeners();
  if (rank != 0) delete listeners.Release(listeners.default_result_printer());
  listeners.Append(new allfold_test::RankListener(rank));

  const bool failed = RUN_ALL_TESTS() != 0;
  const bool any_failed = print_failed_ranks(failed);
  MPI_Finalize();
  return any_failed ? 1 : 0;
}
