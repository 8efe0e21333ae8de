// compared WHAT: reductions for which the result of the comparison is known; compare.sh checks it.
#include <dlfcn.h>
#include <mpi.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace {

int rank = 0;
int ranks = 1;
bool is_wrong = false;

void expect(bool holds, const char* what) {
  if (holds) return;
  std::printf("rank %d: WRONG: %s\n", rank, what);
  is_wrong = true;
}

// Sums of these numbers depend on their order.
double number_of(int r, int i) { return std::sin(12.9898 * r + 78.233 * i) * std::pow(10, r % 3); }

std::vector<double> numbers(int count) {
  std::vector<double> all;
  all.reserve(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) all.push_back(number_of(rank, i));
  return all;
}

// Right except for the last digits.
void expect_sums(const std::vector<double>& sums, const char* what) {
  for (std::size_t i = 0; i < sums.size(); ++i) {
    double sum = 0;
    for (int r = 0; r < ranks; ++r) sum += number_of(r, static_cast<int>(i));
    expect(std::abs(sums[i] - sum) < 1e-10, what);
  }
}

void sum(int count) {
  const std::vector<double> input = numbers(count);
  std::vector<double> result(input.size());
  MPI_Allreduce(input.data(), result.data(), count, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  expect_sums(result, "a sum");
  expect(input == numbers(count), "an input");
}

void sum_in_place(int count) {
  std::vector<double> both = numbers(count);
  MPI_Allreduce(MPI_IN_PLACE, both.data(), count, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  expect_sums(both, "a sum in place");
}

void sum_at(int root, int count, bool in_place) {
  std::vector<double> input = numbers(count);
  std::vector<double> result(input.size(), -5.0);
  if (rank == root && in_place)
    MPI_Reduce(MPI_IN_PLACE, input.data(), count, MPI_DOUBLE, MPI_SUM, root, MPI_COMM_WORLD);
  else
    MPI_Reduce(input.data(), result.data(), count, MPI_DOUBLE, MPI_SUM, root, MPI_COMM_WORLD);
  if (rank == root)
    expect_sums(in_place ? input : result, "a sum at the root");
  else
    expect(result == std::vector<double>(result.size(), -5.0), "a result that nobody asked for");
}

// NOLINTBEGIN(readability-non-const-parameter): required by MPI.
int calls_of_operation = 0;
void add(void* in, void* inout, int* count, MPI_Datatype* /*type*/) {
  ++calls_of_operation;
  for (int i = 0; i < *count; ++i) static_cast<double*>(inout)[i] += static_cast<double*>(in)[i];
}
// The result reveals how often the operation was called.
void add_with_state(void* in, void* inout, int* count, MPI_Datatype* type) {
  add(in, inout, count, type);
  for (int i = 0; i < *count; ++i) static_cast<double*>(inout)[i] += calls_of_operation;
}
// Treats the vector as one record: the position of the maximum depends on the length.
void sums_and_a_maximum(void* in, void* inout, int* count, MPI_Datatype* /*type*/) {
  auto* from = static_cast<double*>(in);
  auto* to = static_cast<double*>(inout);
  const int last = *count - 1;
  for (int i = 0; i < last; ++i) to[i] += from[i];
  to[last] = std::max(to[last], from[last]);
}
// For elements of two doubles with a gap between them.
void add_pairs(void* in, void* inout, int* count, MPI_Datatype* /*type*/) {
  auto* from = static_cast<double*>(in);
  auto* to = static_cast<double*>(inout);
  for (std::ptrdiff_t i = 0; i < *count; ++i) {
    to[3 * i] += from[3 * i];
    to[3 * i + 2] += from[3 * i + 2];
  }
}
// NOLINTEND(readability-non-const-parameter)

MPI_Op made(MPI_User_function* function) {
  MPI_Op op = MPI_OP_NULL;
  MPI_Op_create(function, 1, &op);
  return op;
}

void with_gaps(bool in_place) {
  constexpr int count = 5;
  MPI_Datatype type = MPI_DATATYPE_NULL;
  MPI_Type_vector(2, 1, 2, MPI_DOUBLE, &type);
  MPI_Type_commit(&type);
  MPI_Op op = made(add_pairs);
  std::vector<double> input(std::size_t{3} * count, rank + 1.0);
  std::vector<double> result(input.size(), -1.0);
  if (in_place) result = input;
  MPI_Allreduce(in_place ? MPI_IN_PLACE : input.data(), result.data(), count, type, op,
                MPI_COMM_WORLD);
  const double all = ranks * (ranks + 1) / 2.0;
  for (int i = 0; i < 3 * count; ++i)
    expect(result[static_cast<std::size_t>(i)] == (i % 3 != 1 ? all
                                                   : in_place ? rank + 1.0
                                                              : -1.0),
           "a vector with gaps");
  MPI_Op_free(&op);
  MPI_Type_free(&type);
}

void with_user_operation() {
  MPI_Op op = made(add);
  const std::vector<double> input = numbers(100);
  std::vector<double> result(input.size());
  MPI_Allreduce(input.data(), result.data(), 100, MPI_DOUBLE, op, MPI_COMM_WORLD);
  expect_sums(result, "a sum of the user's");
  MPI_Op_free(&op);
}

// Two vectors that are not divided, and one that is.
void records() {
  MPI_Op op = made(sums_and_a_maximum);
  for (const int count : {100, 1024, 2000}) {
    const std::vector<double> input(static_cast<std::size_t>(count), rank + 1.0);
    std::vector<double> result(input.size());
    MPI_Allreduce(input.data(), result.data(), count, MPI_DOUBLE, op, MPI_COMM_WORLD);
    expect(result.back() == ranks, "a maximum after sums");
  }
  MPI_Op_free(&op);
}

void with_state() {
  MPI_Op op = made(add_with_state);
  const std::vector<double> input = numbers(100);
  std::vector<double> result(input.size());
  MPI_Allreduce(input.data(), result.data(), 100, MPI_DOUBLE, op, MPI_COMM_WORLD);
  MPI_Op_free(&op);
}

// The callers of the operation, 'n' for native or 'a' for Allfold, once per call.
std::string order;
void add_and_note(void* in, void* inout, int* count, MPI_Datatype* type) {
  add(in, inout, count, type);
  static const int* const native_calls =
      static_cast<int*>(dlsym(RTLD_DEFAULT, "native_calls_under_way"));
  const char way =
      native_calls != nullptr && __atomic_load_n(native_calls, __ATOMIC_RELAXED) > 0 ? 'n' : 'a';
  if (order.empty() || order.back() != way) order += way;
}

void order_of_ways() {
  MPI_Op op = made(add_and_note);
  std::string orders;
  for (int i = 0; i < 16; ++i) {
    order.clear();
    const double input = rank;
    double result = -1;
    MPI_Allreduce(&input, &result, 1, MPI_DOUBLE, op, MPI_COMM_WORLD);
    orders += ' ' + order;
  }
  MPI_Op_free(&op);
  if (rank == 0) std::printf("order:%s\n", orders.c_str());
}

// 40 sums of 4096 numbers, 10 of them in place; 2 Reduces to each root, one of them in place; 3
// with a user-defined operation; 2 with gaps; 3 on MPI_COMM_SELF; 1 without elements.
void everything() {
  for (int i = 0; i < 30; ++i) sum(4096);
  for (int i = 0; i < 10; ++i) sum_in_place(4096);
  for (int root = 0; root < ranks; ++root)
    for (const bool in_place : {false, true}) sum_at(root, 64, in_place);
  for (int i = 0; i < 3; ++i) with_user_operation();
  for (const bool in_place : {false, true}) with_gaps(in_place);
  for (int i = 0; i < 3; ++i) {
    long own = rank;
    long result = -1;
    MPI_Allreduce(&own, &result, 1, MPI_LONG, MPI_MAX, MPI_COMM_SELF);
    expect(result == rank, "a maximum alone");
  }
  MPI_Allreduce(nullptr, nullptr, 0, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
}

// Small integers, so that all orders give the same sum. Prints the result.
void whole_numbers(int count) {
  const std::vector<double> input(static_cast<std::size_t>(count), rank + 1.0);
  std::vector<double> result(input.size());
  MPI_Allreduce(input.data(), result.data(), count, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  std::printf("rank %d: element 7 is %g\n", rank, result[7]);
}

void ints_in(MPI_Comm comm, int root) {
  std::vector<int> both(14, rank);
  int own = 0;
  MPI_Comm_rank(comm, &own);
  const void* input = own == root ? MPI_IN_PLACE : both.data();
  MPI_Reduce(input, both.data(), 14, MPI_INT, MPI_MAX, root, comm);
}

void many_communicators() {
  for (int i = 0; i < 12; ++i) {
    MPI_Comm comm = MPI_COMM_NULL;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    for (int call = 0; call < 2; ++call) ints_in(comm, ranks - 1);
    MPI_Comm_free(&comm);
  }
}

// Several kinds of mismatched calls, each made by all ranks. No native call waits for another rank.
void different_calls() {
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  std::array<int, 6> input = {1, 2, 3, 4, 5, 6};
  std::array<int, 6> result = {};
  const bool is_odd = rank == ranks - 1;
  const auto expect_truncated = [](int error) {
    if (error != MPI_ERR_TRUNCATE) is_wrong = true;
  };
  expect_truncated(
      MPI_Allreduce(input.data(), result.data(), is_odd ? 6 : 5, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
  expect_truncated(
      MPI_Allreduce(input.data(), result.data(), is_odd ? 0 : 5, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
  expect_truncated(
      MPI_Reduce(input.data(), result.data(), 5, MPI_INT, MPI_SUM, is_odd ? 1 : 0, MPI_COMM_WORLD));
  expect_truncated(
      is_odd ? MPI_Reduce(input.data(), result.data(), 5, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD)
             : MPI_Allreduce(input.data(), result.data(), 5, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
}

// A call that fails natively on one rank.
void failing(int count) {
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  const std::vector<double> input(static_cast<std::size_t>(count), 1.0);
  std::vector<double> result(input.size());
  const int error =
      MPI_Allreduce(input.data(), result.data(), count, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  expect((error != MPI_SUCCESS) == (rank == 1), "the error of a rank");
}

// Whether Allfold's next allocation is refused, if short_memory.c is preloaded.
void set_next_is_refused(int is_refused) {
  void* const set = dlsym(RTLD_DEFAULT, "set_next_is_refused");
  if (set != nullptr) reinterpret_cast<void (*)(int)>(set)(is_refused);
}

// NOLINTNEXTLINE(cert-dcl50-cpp,readability-non-const-parameter): required by MPI.
void throw_error(MPI_Comm* /*comm*/, int* error, ...) {
  struct Refusal {
    ~Refusal() { set_next_is_refused(1); }
  };
  const Refusal from_the_throw_on;
  throw std::runtime_error(std::to_string(*error));
}
// The handler of one rank throws, and all ranks continue.
void throwing() {
  MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
  MPI_Comm_create_errhandler(throw_error, &handler);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler);
  bool has_thrown = false;
  std::vector<double> input(18, 1.0);
  std::vector<double> result(18);
  try {
    MPI_Allreduce(input.data(), result.data(), 18, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  } catch (const std::runtime_error&) {
    has_thrown = true;
  }
  set_next_is_refused(0);
  expect(has_thrown == (rank == 1), "an exception of a rank");
  for (int i = 0; i < 5; ++i) sum(100);
}

void between_groups() {
  MPI_Comm half = MPI_COMM_NULL;
  MPI_Comm across = MPI_COMM_NULL;
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
  MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, (rank + 1) % 2, 0, &across);
  int one = 1;
  int result = 0;
  sum(10);
  MPI_Allreduce(&one, &result, 1, MPI_INT, MPI_SUM, across);
  MPI_Comm_free(&across);
  MPI_Comm_free(&half);
}

void threads() {
  constexpr int count = 4;
  std::vector<MPI_Comm> comms(count);
  for (MPI_Comm& comm : comms) MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  std::vector<std::thread> all;
  all.reserve(count);
  for (MPI_Comm comm : comms)
    all.emplace_back([comm] {
      for (int i = 0; i < 100; ++i) {
        int one = 1;
        int result = 0;
        MPI_Allreduce(&one, &result, 1, MPI_INT, MPI_SUM, comm);
        if (result != ranks) std::abort();
      }
    });
  for (std::thread& each : all) each.join();
  for (MPI_Comm& comm : comms) MPI_Comm_free(&comm);
}

void run(const std::string& what) {
  if (what == "everything") everything();
  if (what == "native-wrong") {
    // Counts as a call, although there is nothing to compare.
    MPI_Allreduce(nullptr, nullptr, 0, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    for (int i = 0; i < 3; ++i) whole_numbers(13);
  }
  if (what == "reduce-wrong")
    for (int i = 0; i < 2; ++i) ints_in(MPI_COMM_WORLD, ranks - 1);
  if (what == "slightly-wrong") sum(15);
  if (what == "sum") sum(14);
  if (what == "sum-in-place") sum_in_place(14);
  for (const bool in_place : {false, true})
    if (what == (in_place ? "sum-at-1-in-place" : "sum-at-1")) sum_at(1, 14, in_place);
  if (what == "ten") {
    for (int i = 0; i < 10; ++i) sum(100);
  }
  if (what == "order-of-ways") order_of_ways();
  if (what == "with-state")
    for (int i = 0; i < 4; ++i) with_state();
  if (what == "records") records();
  if (what == "many-communicators") many_communicators();
  if (what == "failing") {
    failing(17);
    for (int i = 0; i < 5; ++i) sum(100);
  }
  if (what == "different-calls") {
    different_calls();
    sum(100);
  }
  if (what == "throwing") throwing();
  if (what == "between-groups") between_groups();
  if (what == "long") sum(218750);
  if (what == "threads") threads();
  if (what == "halves-of-ranks") {
    MPI_Comm half = MPI_COMM_NULL;
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
    for (int i = 0; i < 5; ++i) ints_in(half, 0);
    MPI_Comm_free(&half);
  }
  if (what == "abort") {
    everything();
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) MPI_Abort(MPI_COMM_WORLD, 5);
    MPI_Barrier(MPI_COMM_WORLD);
  }
}

}  // namespace

int main(int argc, char** argv) {
  int level = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  run(argc > 1 ? argv[1] : "everything");
  MPI_Finalize();
  if (!is_wrong) std::printf("rank %d is done\n", rank);
  return is_wrong ? 1 : 0;
}
