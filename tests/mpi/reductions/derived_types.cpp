// User-defined operations on derived datatypes. Typical errors: scratch memory with the size of the
// extent instead of the true extent, or addressed without the true lower bound; gaps that overwrite
// those of the receive buffer.
#include <gtest/gtest.h>
#include <mpi.h>

#include "reductions/call.h"
#include "reductions/layouts.h"
#include "support/kernels.h"
#include "support/ranks.h"

namespace allfold_test {
namespace {

std::vector<Layout> known_layouts;  // an MPI user function has no other access to them

template <Combined combined>
// NOLINTNEXTLINE(readability-non-const-parameter): MPI_User_function
void user_function(void* in, void* inout, int* length, MPI_Datatype* datatype) {
  combine_laid_out(known_layouts, combined, in, inout, *length, *datatype);
}

struct Operation {
  Combined combined;
  MPI_Op handle;
  ServedBy served_by;
};

std::vector<Matrix> contributions(int rank, std::size_t count) {
  std::vector<Matrix> matrices(count);
  for (std::size_t i = 0; i < count; ++i) matrices[i] = random_matrix(rank, i);
  return matrices;
}

std::vector<Matrix> reference(Combined combined, int ranks, std::size_t count) {
  std::vector<Matrix> result = contributions(0, count);
  for (int rank = 1; rank < ranks; ++rank) {
    for (std::size_t i = 0; i < count; ++i) {
      result[i] = combined(result[i], random_matrix(rank, i));
    }
  }
  return result;
}

class DerivedTypes : public testing::TestWithParam<Collective> {
 protected:
  void SetUp() override {
    MPI_Op_create(user_function<product>, 0, &product_.handle);
    MPI_Op_create(user_function<sum>, 1, &sum_.handle);
  }

  void TearDown() override {
    MPI_Op_free(&product_.handle);
    MPI_Op_free(&sum_.handle);
  }

  static void expect_reduced(const Operation& operation, const Layout& layout, std::size_t count,
                             int root, const Turn& turn) {
    whereabouts("%s: %s, count %zu, root %d", turn.configuration.c_str(), layout.name.c_str(),
                count, root);
    SCOPED_TRACE(testing::Message() << layout.name << ", count " << count << ", root " << root);
    const bool result_here = has_result(GetParam(), turn.rank, root);
    const bool in_place = result_here && root % 2 == 1;
    const std::vector<Matrix> mine = contributions(turn.rank, count);
    LaidOut send(layout, count);
    LaidOut receive(layout, count);
    (in_place ? receive : send).write(mine);
    // Forbidding writes takes longer than the call: writes that are undone are detected on longer
    // vectors only.
    if (count > 1) send.forbid_writing();
    call(GetParam(),
         {.send = in_place ? MPI_IN_PLACE : send.address(),
          .receive = receive.address(),
          .count = count,
          .datatype = layout.datatype,
          .op = operation.handle,
          .root = root},
         turn.comm);
    const std::vector<Matrix> expected = reference(operation.combined, turn.size, count);
    EXPECT_TRUE(receive.holds_only(result_here ? expected : std::vector<Matrix>{}));
    EXPECT_TRUE(send.holds_only(in_place ? std::vector<Matrix>{} : mine));
  }

  static void expect_reduced_in_every_layout(const Operation& operation,
                                             std::vector<Layout> (*make)()) {
    known_layouts = make();
    for_each_kernel(GetParam(), operation.served_by, [&](const Turn& turn) {
      int root = 0;
      for (const Layout& layout : known_layouts) {
        for (const std::size_t count : {std::size_t{1}, std::size_t{37}}) {
          expect_reduced(operation, layout, count, root % turn.size, turn);
          expect_reduced(operation, layout, count, (root + 1) % turn.size, turn);
          ++root;
        }
      }
    });
    free_layouts(known_layouts);
  }

  Operation product_{product, MPI_OP_NULL, ServedBy::in_rank_order};
  Operation sum_{sum, MPI_OP_NULL, ServedBy::user_operation};
};

TEST_P(DerivedTypes, NotCommutative) { expect_reduced_in_every_layout(product_, make_layouts); }
TEST_P(DerivedTypes, Commutative) { expect_reduced_in_every_layout(sum_, make_layouts); }

// Open MPI 4.1's own reductions fail on these ("known error not in list"), so Allfold cannot pass
// them to the native call.
TEST_P(DerivedTypes, NotCommutativeNegativeExtent) {
  expect_reduced_in_every_layout(product_, make_layouts_with_negative_extent);
}
TEST_P(DerivedTypes, CommutativeNegativeExtent) {
  expect_reduced_in_every_layout(sum_, make_layouts_with_negative_extent);
}

INSTANTIATE_TEST_SUITE_P(, DerivedTypes, both_collectives(), test_suffix);

}  // namespace
}  // namespace allfold_test
