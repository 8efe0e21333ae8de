// Programs repeat few calls: Allfold keeps what it has decided of each, and which buffers the
// latest had. Here calls of few lengths, operations, roots, communicators and buffers follow each
// other in an order that changes all of these, one or several at a time.
#include <gtest/gtest.h>
#include <mpi.h>

#include <array>
#include <cstdint>
#include <random>
#include <vector>

#include "reductions/call.h"
#include "support/random.h"
#include "support/ranks.h"

namespace allfold_test {
namespace {

constexpr std::size_t most_elements = 100;
constexpr std::uint64_t untouched = 0xDEADBEEFCAFEF00D;

enum class Input { in_its_own_buffer, in_place };

struct SteadyCall {
  Collective collective = Collective::allreduce;
  std::size_t count = 1;
  MPI_Op op = MPI_SUM;
  int root = 0;
  std::size_t comm = 0;
  std::size_t send = 0;
  std::size_t receive = 2;
  Input input = Input::in_its_own_buffer;
};

class Sequence {
 public:
  Sequence() {
    for (MPI_Comm& comm : comms_) MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  }
  ~Sequence() {
    for (MPI_Comm& comm : comms_) MPI_Comm_free(&comm);
  }
  Sequence(const Sequence&) = delete;
  Sequence& operator=(const Sequence&) = delete;

  // Makes the next call, and checks its result and every buffer.
  testing::AssertionResult run_next() {
    change();
    ++number_;
    return run();
  }

 private:
  std::size_t below(std::size_t end) { return generator_() % end; }

  // Half of the calls repeat the one before; others differ from it in one thing or in several.
  void change() {
    for (; below(2) != 0; change_one()) {
    }
    if (below(200) == 0) {  // another communicator, perhaps with the same handle
      MPI_Comm& comm = comms_[call_.comm];
      MPI_Comm_free(&comm);
      MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    }
  }
  void change_one() {
    const auto ranks = static_cast<std::size_t>(size_of(MPI_COMM_WORLD));
    constexpr std::array<std::size_t, 6> counts = {0, 1, 2, 7, 30, most_elements};
    const std::array<MPI_Op, 3> ops = {MPI_SUM, MPI_MAX, MPI_BXOR};
    switch (below(7)) {
      case 0: call_.collective = below(2) ? Collective::allreduce : Collective::reduce; break;
      case 1: call_.count = counts[below(counts.size())]; break;
      case 2: call_.op = ops[below(ops.size())]; break;
      case 3: call_.root = static_cast<int>(below(ranks)); break;
      case 4: call_.comm = below(comms_.size()); break;
      case 5:
        call_.send = below(buffers_.size() / 2);
        call_.receive = buffers_.size() / 2 + below(buffers_.size() / 2);
        break;
      default: call_.input = below(2) ? Input::in_its_own_buffer : Input::in_place;
    }
  }

  [[nodiscard]] std::uint64_t reduced(std::size_t element) const {
    std::uint64_t value = random_word(0, element, number_);
    for (int rank = 1; rank < size_of(MPI_COMM_WORLD); ++rank) {
      const std::uint64_t next = random_word(rank, element, number_);
      value = call_.op == MPI_SUM   ? value + next
              : call_.op == MPI_MAX ? std::max(value, next)
                                    : value ^ next;
    }
    return value;
  }

  testing::AssertionResult run() {
    const int rank = rank_of(MPI_COMM_WORLD);
    const bool result_here = has_result(call_.collective, rank, call_.root);
    const bool in_place = call_.input == Input::in_place && result_here;
    for (auto& buffer : buffers_) buffer.fill(untouched);
    auto& receive = buffers_[call_.receive];
    auto& input = in_place ? receive : buffers_[call_.send];
    for (std::size_t i = 0; i < call_.count; ++i) input[i] = random_word(rank, i, number_);
    whereabouts("call %d: count %zu, root %d", static_cast<int>(number_), call_.count, call_.root);
    call(call_.collective,
         {.send = in_place ? MPI_IN_PLACE : input.data(),
          .receive = receive.data(),
          .count = call_.count,
          .datatype = MPI_UINT64_T,
          .op = call_.op,
          .root = call_.root},
         comms_[call_.comm]);
    for (std::size_t b = 0; b < buffers_.size(); ++b)
      for (std::size_t i = 0; i < most_elements; ++i) {
        std::uint64_t expected = untouched;
        if (i < call_.count && b == call_.send && !in_place)
          expected = random_word(rank, i, number_);
        if (i < call_.count && b == call_.receive && result_here) expected = reduced(i);
        if (buffers_[b][i] != expected)
          return testing::AssertionFailure() << "call " << number_ << ", count " << call_.count
                                             << ": buffer " << b << ", element " << i;
      }
    return testing::AssertionSuccess();
  }

  SteadyCall call_;
  std::uint64_t number_ = 0;
  std::array<MPI_Comm, 6> comms_ = {};
  std::array<std::array<std::uint64_t, most_elements>, 4> buffers_ = {};
  std::mt19937_64 generator_{52};
};

TEST(SteadyCalls, AreRightWhateverChanges) {
  Sequence sequence;
  for (int call = 0; call < 4000; ++call) ASSERT_TRUE(sequence.run_next());
}

}  // namespace
}  // namespace allfold_test
