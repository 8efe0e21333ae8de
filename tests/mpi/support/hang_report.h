// Where a rank was when its test hung: a reduction that goes wrong mostly waits for ever.
#ifndef ALLFOLD_TESTS_MPI_SUPPORT_HANG_REPORT_H
#define ALLFOLD_TESTS_MPI_SUPPORT_HANG_REPORT_H

namespace allfold_test {

// Prints the whereabouts once, after that many seconds (by SIGALRM), and carries on.
void report_whereabouts_after(int seconds, int rank);

// What this rank does next, as printf. Cheap enough for every call under test.
[[gnu::format(printf, 1, 2)]] void whereabouts(const char* format, ...);

}  // namespace allfold_test

#endif
