// An operation on elements whose result is exact, whatever the bracketing: every bit is compared.
#ifndef ALLFOLD_TESTS_MPI_REDUCTIONS_EXACT_CASE_H
#define ALLFOLD_TESTS_MPI_REDUCTIONS_EXACT_CASE_H

#include <gtest/gtest.h>
#include <mpi.h>

#include <algorithm>
#include <cstddef>
#include <vector>

#include "reductions/call.h"
#include "support/buffers.h"

namespace allfold_test {

template <typename T>
struct ExactCase {
  MPI_Datatype datatype;
  MPI_Op op;
  T (*contribution)(int rank, std::size_t index);
  T (*combined)(const T& lhs, const T& rhs);

  std::vector<T> contributions(int rank, std::size_t count) const {
    std::vector<T> elements(count);
    for (std::size_t i = 0; i < count; ++i) elements[i] = contribution(rank, i);
    return elements;
  }

  // The contributions of all ranks, combined in rank order.
  std::vector<T> reference(int ranks, std::size_t count) const {
    std::vector<T> result = contributions(0, count);
    for (int rank = 1; rank < ranks; ++rank) {
      for (std::size_t i = 0; i < count; ++i) {
        result[i] = combined(result[i], contribution(rank, i));
      }
    }
    return result;
  }
};

template <typename T>
testing::AssertionResult equal_elements(const T* got, const std::vector<T>& expected) {
  const T* wrong = std::mismatch(expected.begin(), expected.end(), got).second;
  const auto index = static_cast<std::size_t>(wrong - got);
  if (index == expected.size()) return testing::AssertionSuccess();
  return testing::AssertionFailure()
         << "element " << index << " of " << expected.size() << " is "
         << testing::PrintToString(*wrong) << ", not " << testing::PrintToString(expected[index]);
}

enum class Source { send_buffer, in_place };

// Calls the collective once and compares this rank's result with `expected`. Nothing else may
// change: neither the send buffer, nor bytes around the buffers, nor the receive buffer of a rank
// that gets no result.
template <typename T>
void expect_exact(Collective collective, const ExactCase<T>& exact_case, const std::vector<T>& mine,
                  const std::vector<T>& expected, int root, Source source, const Turn& turn) {
  const std::size_t count = expected.size();
  whereabouts("%s: count %zu, root %d%s", turn.configuration.c_str(), count, root,
              source == Source::in_place ? ", in place" : "");
  const bool result_here = has_result(collective, turn.rank, root);
  const bool in_place = source == Source::in_place && result_here;
  const GuardedBuffer send(count * sizeof(T));
  const GuardedBuffer receive(count * sizeof(T));
  std::copy(mine.begin(), mine.end(), (in_place ? receive : send).template as<T>());
  call(collective,
       {.send = in_place ? MPI_IN_PLACE : send.data(),
        .receive = receive.data(),
        .count = count,
        .datatype = exact_case.datatype,
        .op = exact_case.op,
        .root = root},
       turn.comm);

  SCOPED_TRACE(testing::Message() << "count " << count << ", root " << root
                                  << (source == Source::in_place ? ", in place" : ""));
  if (result_here) {
    EXPECT_TRUE(equal_elements(receive.as<T>(), expected));
    EXPECT_TRUE(receive.intact());
  } else {
    EXPECT_TRUE(receive.untouched());
  }
  if (in_place) {
    EXPECT_TRUE(send.untouched());
  } else {
    EXPECT_TRUE(equal_elements(send.as<T>(), mine)) << "the send buffer was written";
    EXPECT_TRUE(send.intact());
  }
}

}  // namespace allfold_test

#endif
