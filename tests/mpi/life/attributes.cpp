// A user's attribute callbacks belong to the user's own MPI_Comm_dup and MPI_Comm_free.
#include <gtest/gtest.h>
#include <mpi.h>

#include "life/right_answers.h"
#include "support/hang_report.h"
#include "support/ranks.h"

namespace allfold_test {
namespace {

struct CallbackCounts {
  int copies = 0;
  int deletions = 0;
};

int count_copy(MPI_Comm /*comm*/, int /*keyval*/, void* /*extra*/, void* value, void* copied_value,
               int* copied) {
  ++static_cast<CallbackCounts*>(value)->copies;
  *static_cast<void**>(copied_value) = value;
  *copied = 1;
  return MPI_SUCCESS;
}

int count_deletion(MPI_Comm /*comm*/, int /*keyval*/, void* value, void* /*extra*/) {
  ++static_cast<CallbackCounts*>(value)->deletions;
  return MPI_SUCCESS;
}

class Attributes : public testing::Test {
 protected:
  Attributes() { MPI_Comm_create_keyval(count_copy, count_deletion, &keyval_, nullptr); }
  ~Attributes() override { MPI_Comm_free_keyval(&keyval_); }

  int keyval_;
  CallbackCounts counts_;
};

TEST_F(Attributes, AreNeverCopiedByAllfold) {
  under_each_kernel([this] {
    counts_ = {};
    MPI_Comm comm;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_set_attr(comm, keyval_, &counts_);
    expect_reductions_right(comm);
    EXPECT_EQ(counts_.copies, 0);
    EXPECT_EQ(counts_.deletions, 0);

    void* value;
    int found;
    MPI_Comm_get_attr(comm, keyval_, &value, &found);
    EXPECT_TRUE(found && value == &counts_);

    MPI_Comm_free(&comm);
    EXPECT_EQ(counts_.copies, 0);
    EXPECT_EQ(counts_.deletions, 1);
  });
}

TEST_F(Attributes, OfTheWorldAreNeverCopiedByAllfold) {
  MPI_Comm_set_attr(MPI_COMM_WORLD, keyval_, &counts_);
  expect_reductions_right(MPI_COMM_WORLD);
  EXPECT_EQ(counts_.copies, 0);
  MPI_Comm_delete_attr(MPI_COMM_WORLD, keyval_);
  EXPECT_EQ(counts_.deletions, 1);
}

// The duplicate of a communicator that Allfold knows has the user's attributes, and none of the
// original's state: it outlives the original and is set up for itself.
TEST_F(Attributes, AreCopiedOnceByTheUsersDup) {
  under_each_kernel([this] {
    counts_ = {};
    MPI_Comm original;
    MPI_Comm_split(MPI_COMM_WORLD, 0, -rank_of(MPI_COMM_WORLD), &original);
    MPI_Comm_set_attr(original, keyval_, &counts_);
    expect_reductions_right(original);

    MPI_Comm duplicate;
    MPI_Comm_dup(original, &duplicate);
    EXPECT_EQ(counts_.copies, 1);
    MPI_Comm_free(&original);
    EXPECT_EQ(counts_.deletions, 1);
    expect_reductions_right(duplicate);
    MPI_Comm_free(&duplicate);
    EXPECT_EQ(counts_.copies, 1);
    EXPECT_EQ(counts_.deletions, 2);
  });
}

// A delete callback may reduce on the communicator that is being freed: Allfold's own state may be
// gone before the user's attribute is, or after it.
int reduce_on_what_is_freed(MPI_Comm comm, int /*keyval*/, void* value, void* /*extra*/) {
  *static_cast<bool*>(value) = small_sum_is_right(comm);
  return MPI_SUCCESS;
}

// To set an attribute is local: ranks may do it in any order.
TEST(AttributesThatReduce, WhileTheCommunicatorIsFreed) {
  int keyval;
  MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, reduce_on_what_is_freed, &keyval, nullptr);
  const bool is_first_rank = rank_of(MPI_COMM_WORLD) == 0;
  for (const bool set_before_first_use : {true, false, is_first_rank, !is_first_rank}) {
    whereabouts("set %s the first use", set_before_first_use ? "before" : "after");
    SCOPED_TRACE(set_before_first_use ? "set before the first use" : "set after it");
    for (auto* const free : {&MPI_Comm_free, &MPI_Comm_disconnect}) {
      bool right = false;
      MPI_Comm comm;
      MPI_Comm_dup(MPI_COMM_WORLD, &comm);
      if (set_before_first_use) MPI_Comm_set_attr(comm, keyval, &right);
      EXPECT_TRUE(small_sum_is_right(comm));
      if (!set_before_first_use) MPI_Comm_set_attr(comm, keyval, &right);
      free(&comm);
      EXPECT_TRUE(right);
      EXPECT_EQ(comm, MPI_COMM_NULL);
    }
  }
  MPI_Comm_free_keyval(&keyval);
}

}  // namespace
}  // namespace allfold_test
