#include "program/segmentation.hpp"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "program/link.hpp"
#include "proof/check.hpp"
#include "schedule/author.hpp"

namespace allfold::program {
namespace {

/// The length of the segments of a vector of `bytes` bytes in `blocks` blocks, which are cut for at
/// most 64 KiB.
double segment_bytes(std::int64_t bytes, std::int64_t blocks) {
  const schedule::Schedule schedule =
      segmented(schedule::Author(1, 0, blocks).finish(), segmentation_for(bytes, 65536));
  return static_cast<double>(bytes) / static_cast<double>(schedule.blocks) *
         static_cast<double>(schedule.segment);
}

TEST(Segmentation, of_short_vectors_is_none) {
  EXPECT_EQ(segmentation_for(0, 65536), Segmentation{});
  EXPECT_EQ(segmentation_for(65536, 65536), Segmentation{});
  EXPECT_NE(segmentation_for(65537, 65536), Segmentation{});
}

TEST(Segmentation, gives_segments_as_long_as_fit) {
  EXPECT_EQ(segment_bytes(256 << 10, 1), 65536);
  EXPECT_EQ(segment_bytes((256 << 10) + 8, 1), 32769);
  EXPECT_EQ(segment_bytes(256 << 10, 8), 65536);
  EXPECT_EQ(segment_bytes(256 << 10, 64), 65536);
  EXPECT_EQ(segment_bytes(5 << 16, 5), 32768);
  for (std::int64_t bytes = 65537; bytes < std::int64_t{1} << 32; bytes = bytes * 3 / 2)
    for (const std::int64_t blocks : {1, 3, 64, 1000}) {
      EXPECT_LE(segment_bytes(bytes, blocks), 65536);
      EXPECT_GT(segment_bytes(bytes, blocks), 16384) << bytes << " bytes in " << blocks;
    }
}

/// The number of segments of a vector that is divided like this, and the number of shares in each.
std::pair<std::int64_t, double> segments_of(const std::vector<std::int64_t>& divisions,
                                            int log2_segments) {
  std::int64_t shares = 1;
  for (const std::int64_t division : divisions) shares *= division;
  schedule::Schedule schedule = schedule::Author(1, 0, shares).finish();
  schedule.divisions = divisions;
  const schedule::Schedule cut = segmented(schedule, {.log2_segments = log2_segments});
  EXPECT_EQ(cut.blocks % cut.segment, 0);
  return {cut.blocks / cut.segment,
          static_cast<double>(shares * cut.segment) / static_cast<double>(cut.blocks)};
}

TEST(Segmentation, ends_segments_where_shares_end) {
  using Of = std::pair<std::int64_t, double>;
  EXPECT_EQ(segments_of({8, 3}, 1), Of(2, 12));
  EXPECT_EQ(segments_of({8, 3}, 3), Of(8, 3));
  EXPECT_EQ(segments_of({8, 3}, 4), Of(24, 1));
  EXPECT_EQ(segments_of({8, 3}, 5), Of(48, 0.5));
  EXPECT_EQ(segments_of({2, 1, 2, 3}, 2), Of(4, 3));
  EXPECT_EQ(segments_of({9, 7}, 2), Of(9, 7)) << "thirds would be too few";
  EXPECT_EQ(segments_of({7, 9}, 2), Of(7, 9));
  EXPECT_EQ(segments_of({7, 3}, 1), Of(7, 3));
}

// The shares of a step are far shorter than a segment, and their number has no suitable divisor.
TEST(Segmentation, does_not_cut_into_many_more_segments_than_it_has_to) {
  using Of = std::pair<std::int64_t, double>;
  EXPECT_EQ(segments_of({2, 61}, 1), Of(2, 61));
  EXPECT_EQ(segments_of({2, 61}, 2), Of(4, 30.5));
  EXPECT_EQ(segments_of({3, 3, 7}, 4), Of(18, 3.5));
  EXPECT_EQ(segments_of({7, 9}, 3), Of(14, 4.5));
  EXPECT_EQ(segments_of({3, 3, 7}, 2), Of(6, 10.5)) << "9 were more than twice 4";
  EXPECT_EQ(segments_of({5, 3, 3}, 4), Of(30, 1.5)) << "45 were nearly three times 16";
  EXPECT_EQ(segments_of({1, 2, 1}, 3), Of(8, 0.25));
  EXPECT_EQ(segments_of({2, 5003}, 12), Of(5003, 2)) << "equal parts would be tiny";
  schedule::Schedule at_first = schedule::Author(1, 0, 122).finish();
  at_first.divisions = {61, 2};
  EXPECT_EQ(segmented(at_first, {.log2_segments = 1}).segment, 60)
      << "30 shares, the last one alone";
}

/// Ranks 0 and 1 exchange `sent`, and reduce what they receive.
schedule::Schedule exchange(int rank, schedule::Blocks sent, schedule::Blocks received) {
  schedule::Author author(2, rank, 16);
  author.send_partial(1 - rank, sent);
  author.receive_and_reduce(1 - rank, rank == 0 ? schedule::Side::right : schedule::Side::left,
                            received);
  return std::move(author).finish();
}

TEST(Segmented, cuts_messages_and_steps_at_the_same_places) {
  const schedule::Blocks blocks{.first = 2, .last = 11};
  const schedule::Schedule schedule =
      segmented(exchange(0, blocks, blocks), {.log2_segments = 2, .places = 1});
  ASSERT_EQ(schedule.rounds.size(), 3U);
  const std::vector<schedule::Blocks> pieces{{2, 4}, {4, 8}, {8, 11}};
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    ASSERT_EQ(schedule.rounds[i].sends.size(), 1U);
    ASSERT_EQ(schedule.rounds[i].receives.size(), 1U);
    ASSERT_EQ(schedule.rounds[i].locals.size(), 1U);
    EXPECT_EQ(schedule.rounds[i].sends[0].blocks, pieces[i]);
    EXPECT_EQ(schedule.rounds[i].receives[0].blocks, pieces[i]);
    EXPECT_EQ(std::get<schedule::Reduce>(schedule.rounds[i].locals[0]).blocks, pieces[i]);
  }
}

TEST(Segmented, refines_blocks_that_are_longer_than_a_segment) {
  const schedule::Blocks whole{.first = 0, .last = 16};
  const schedule::Schedule schedule =
      segmented(exchange(0, whole, whole), {.log2_segments = 5, .places = 4});
  EXPECT_EQ(schedule.blocks, 32);
  EXPECT_EQ(schedule.rounds.size(), 32U);
  EXPECT_EQ(schedule.scratch[0].room, (schedule::Blocks{0, 32}));
  EXPECT_EQ(schedule.scratch[0].places, 4);
}

// Blocks may differ by an element, so in a common place the last block of one segment could overlap
// another block of the next segment, and no hazard would prevent it.
TEST(Segmented, shares_no_places_between_pieces_without_a_block_in_common) {
  const schedule::Blocks blocks{.first = 3, .last = 10};
  const schedule::Schedule schedule =
      segmented(exchange(0, blocks, blocks), {.log2_segments = 2, .places = 1});
  EXPECT_EQ(schedule.rounds.size(), 3U);
  EXPECT_EQ(schedule.scratch[0].places, 0);
  EXPECT_EQ(schedule.scratch[0].room, blocks);
}

TEST(Segmented, leaves_scratch_alone_that_is_read_later) {
  schedule::Author author(2, 0, 16);
  const schedule::Memory kept = author.new_scratch(author.all());
  author.receive(1, kept, author.all());
  const schedule::Schedule schedule =
      segmented(std::move(author).finish(), {.log2_segments = 4, .places = 2});
  EXPECT_EQ(schedule.scratch[0].places, 0);
}

// A segment is reduced after all messages that overlap it are posted; until then its place is in
// use.
TEST(Segmented, keeps_places_for_segments_that_are_reduced_late) {
  const schedule::Blocks from_start{.first = 0, .last = 12};
  const schedule::Blocks to_end{.first = 4, .last = 16};
  for (const Binding binding : {Binding::separate, Binding::in_place})
    for (const int places : {1, 2, 3}) {
      const Segmentation segmentation{.log2_segments = 3, .places = places};
      std::vector<Program> programs;
      programs.push_back(link(segmented(exchange(0, from_start, to_end), segmentation), binding));
      programs.push_back(link(segmented(exchange(1, to_end, from_start), segmentation), binding));
      const proof::Proof proof = proof::check(
          programs, proof::goal_of({.ranks = 2}, programs[0].blocks, schedule::OperandOrder::any));
      // Blocks that no rank sent are incomplete, intentionally; there must be no other fault.
      for (const proof::Defect& defect : proof.defects)
        EXPECT_EQ(defect.fault, proof::Fault::incomplete) << defect.text();
    }
}

}  // namespace
}  // namespace allfold::program
