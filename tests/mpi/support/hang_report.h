// Reports where a rank was when its test hung: the usual symptom of a faulty reduction is a
// deadlock.
#ifndef ALLFOLD_TESTS_MPI_SUPPORT_HANG_REPORT_H
#define ALLFOLD_TESTS_MPI_SUPPORT_HANG_REPORT_H

namespace allfold_test {

// Prints the position once, after this many seconds (by SIGALRM), and continues.
void report_whereabouts_after(int seconds, int rank);

// Records what this rank does next; the arguments are those of printf. Fast enough for every call
// under test.
[[gnu::format(printf, 1, 2)]] void whereabouts(const char* format, ...);

}  // namespace allfold_test

#endif
