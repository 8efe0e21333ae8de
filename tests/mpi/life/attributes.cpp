// The user's attribute callbacks run only for the user's own MPI_Comm_dup and MPI_Comm_free.
#include <gtest/gtest.h>
#include <mpi.h>

#include <array>

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

// The duplicate of a communicator with an Allfold state has the user's attributes, and none of the
// original's state: it outlives the original and is set up by itself.
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

// A delete callback may reduce on the communicator that is being freed. Allfold's own state may be
// deleted before or after the user's attribute.
int reduce_on_what_is_freed(MPI_Comm comm, int /*keyval*/, void* value, void* /*extra*/) {
  *static_cast<bool*>(value) = small_sum_is_right(comm);
  return MPI_SUCCESS;
}

// Setting an attribute is local: ranks may do it in any order.
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

// The first reduction on a communicator may occur in a callback whose attribute alone is deleted.
TEST(AttributesThatReduce, WhileTheyAreDeleted) {
  int keyval;
  MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, reduce_on_what_is_freed, &keyval, nullptr);
  bool right = false;
  MPI_Comm comm;
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  MPI_Comm_set_attr(comm, keyval, &right);
  EXPECT_EQ(MPI_Comm_delete_attr(comm, keyval), MPI_SUCCESS);
  EXPECT_TRUE(right);
  // Another communicator is the most recent one on one rank, which has to look up this one.
  if (rank_of(MPI_COMM_WORLD) == 0) {
    EXPECT_TRUE(small_sum_is_right(MPI_COMM_SELF));
  }
  EXPECT_TRUE(small_sum_is_right(comm));
  MPI_Comm_free(&comm);
  MPI_Comm_free_keyval(&keyval);
}

// A copy callback may reduce on the communicator that is being copied, possibly as its first
// reduction: an attribute that Allfold added then would join those that the MPI library is copying.
int reduce_on_what_is_copied(MPI_Comm comm, int /*keyval*/, void* /*extra*/, void* value,
                             void* copied_value, int* copied) {
  const bool right = small_sum_is_right(comm);
  *static_cast<void**>(copied_value) = value;
  *copied = right ? 1 : 0;
  return MPI_SUCCESS;
}

int duplicate(MPI_Comm comm, MPI_Comm* copy) { return MPI_Comm_dup(comm, copy); }
int duplicate_with_info(MPI_Comm comm, MPI_Comm* copy) {
  return MPI_Comm_dup_with_info(comm, MPI_INFO_NULL, copy);
}
int duplicate_meanwhile(MPI_Comm comm, MPI_Comm* copy) {
  MPI_Request request;
  const int error = MPI_Comm_idup(comm, copy, &request);
  // NOLINTNEXTLINE(clang-analyzer-optin.mpi.MPI-Checker): it does not know MPI_Comm_idup
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  return error;
}

TEST(AttributesThatReduce, WhileTheCommunicatorIsCopied) {
  constexpr int keyvals = 40;
  std::array<int, keyvals> keyval;
  for (int& each : keyval)
    MPI_Comm_create_keyval(reduce_on_what_is_copied, MPI_COMM_NULL_DELETE_FN, &each, nullptr);
  for (auto* const copy : {&duplicate, &duplicate_with_info, &duplicate_meanwhile}) {
    for (int attributes = 1; attributes <= keyvals; ++attributes) {
      whereabouts("%d attributes", attributes);
      MPI_Comm comm;
      MPI_Comm_split(MPI_COMM_WORLD, 0, -rank_of(MPI_COMM_WORLD), &comm);
      for (int i = 0; i < attributes; ++i) MPI_Comm_set_attr(comm, keyval.at(i), &keyval);
      MPI_Comm made;
      EXPECT_EQ(copy(comm, &made), MPI_SUCCESS);
      int missing = attributes;
      for (int i = 0; i < attributes; ++i) {
        void* value = nullptr;
        int found = 0;
        MPI_Comm_get_attr(made, keyval.at(i), &value, &found);
        if (found != 0 && value == &keyval) --missing;
      }
      EXPECT_EQ(missing, 0) << "of " << attributes;
      for (MPI_Comm* each : {&comm, &made}) {
        EXPECT_TRUE(small_sum_is_right(*each));
        MPI_Comm_free(each);
      }
    }
  }
  for (int& each : keyval) MPI_Comm_free_keyval(&each);
}

}  // namespace
}  // namespace allfold_test
