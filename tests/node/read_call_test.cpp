/// Calls in which ranks read other ranks' vectors in place.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "node/on_ranks.hpp"

namespace allfold::testing {
namespace {

class Readers : public OnRanks {
 protected:
  /// The bytes of other ranks' vectors that all ranks have read.
  [[nodiscard]] static std::int64_t bytes_read(SharedMemory& memory) {
    std::int64_t bytes = 0;
    for (int rank = 0; rank < ranks(); ++rank) bytes += memory.rank(rank).bytes_read;
    return bytes;
  }
};

INSTANTIATE_TEST_SUITE_P(Group, Readers, several_ranks(), name_of);

/// Calls that use reads, and the number of bytes read by all ranks together.
struct ReadCalls {
  Call call;
  std::int64_t bytes;
};

TEST_P(Readers, ReadOnlyWhatTheyReduceAndTake) {
  const std::string expression = expression_of(GetParam());
  constexpr std::int64_t count = 360;
  constexpr std::int64_t bytes = count * 8;
  const std::int64_t others = ranks() - 1;
  const std::int64_t readers = ranks();
  for (const ReadCalls& calls :
       {ReadCalls{.call = {.way = node::Way::read}, .bytes = 2 * others * bytes},
        ReadCalls{.call = {.root = ranks() - 1, .way = node::Way::read}, .bytes = others * bytes},
        ReadCalls{.call = {.root = ranks() - 1, .way = node::Way::read_whole},
        .bytes = others * bytes},
        ReadCalls{.call = {.way = node::Way::read_whole}, .bytes = others * readers * bytes}}) {
    SharedMemory memory(ranks());
    TeamOfThreads all = team(memory);
    on_all_ranks(ranks(), [&](int rank) {
      Caller caller(all, rank, expression);
      Call call = calls.call;
      call.count = count;
      EXPECT_EQ(caller.run(call, 1), exec::success);
    });
    const bool is_flat = all.group(0).team().is_flat();
    EXPECT_EQ(bytes_read(memory), is_flat ? calls.bytes : 0) << "root " << calls.call.root;
  }
}

// Either all ranks read a vector before its owner reduces into it, or each rank reduces a slice.
TEST_P(Readers, ReadWholeVectorsInPlaceWhereThereIsRoomForThem) {
  const std::string expression = expression_of(GetParam());
  const std::int64_t others = ranks() - 1;
  const auto least_room = static_cast<std::int64_t>(node::least_room());
  const std::int64_t room = least_room / others / 64 * 64;
  // With two ranks longer vectors fit as well, up to the room of three pieces.
  const std::int64_t too_long = others == 1 ? std::int64_t{200} << 10 : room + 8;
  for (const std::int64_t bytes : {room, too_long}) {
    if (bytes <= short_lengths.most_short_bytes) continue;
    SharedMemory memory(ranks());
    TeamOfThreads all = team(memory);
    on_all_ranks(ranks(), [&](int rank) {
      Caller caller(all, rank, expression);
      const Call call{.count = bytes / 8, .in_place = true, .way = node::Way::read_whole};
      EXPECT_EQ(caller.run(call, 1), exec::success);
    });
    if (!all.group(0).team().is_flat()) continue;
    const std::int64_t whole = others * ranks() * bytes;
    const std::int64_t slices = 2 * others * bytes;
    EXPECT_EQ(bytes_read(memory), bytes == room ? whole : slices);
  }
}

// There are no trial calls before.
TEST_P(Readers, GoTheWayThatIsKnownFromTheFirstCallOn) {
  const std::string expression = expression_of(GetParam());
  constexpr std::int64_t count = 360;
  for (const int root : {node::everyone, 0}) {
    node::FirstWays first_ways;
    first_ways.set(node::class_of(root, count * 8), node::Way::read);
    SharedMemory memory(ranks());
    TeamOfThreads all(memory, all_of(ranks()), short_lengths, hierarchy_of(GetParam()), first_ways);
    std::vector<std::unique_ptr<Caller>> callers;
    callers.reserve(static_cast<std::size_t>(ranks()));
    for (int rank = 0; rank < ranks(); ++rank)
      callers.push_back(std::make_unique<Caller>(all, rank, expression));
    const auto call = [&](std::size_t number, std::int64_t elements) {
      on_all_ranks(ranks(), [&](int rank) {
        EXPECT_EQ(
            callers[static_cast<std::size_t>(rank)]->run({.count = elements, .root = root}, number),
            exec::success);
      });
    };
    call(0, 4 * count);
    EXPECT_EQ(bytes_read(memory), 0) << "of a class of which nothing is known";
    for (std::size_t i = 1; i <= 20; ++i) {
      const std::int64_t before = bytes_read(memory);
      call(i, count);
      EXPECT_EQ(bytes_read(memory) > before, ranks() > 1 && all.group(0).team().is_flat()) << i;
    }
    memory.rank(0).refusals.first = 0;
    call(21, count);
    const std::int64_t before = bytes_read(memory);
    call(22, count);
    EXPECT_EQ(bytes_read(memory), before) << "it cannot be done any more";
  }
}

// Vectors are read in place or, if one rank is not permitted to do that, staged. The call in which
// this is detected succeeds as well.
TEST_P(Readers, GoOnWhereARankMayNotReadTheOthersVectors) {
  const std::string expression = expression_of(GetParam());
  for (const int root : {node::everyone, 0, ranks() - 1}) {
    for (const node::Way way : {node::Way::read, node::Way::read_whole}) {
      // In place, and with two buffers.
      for (const std::size_t refused : {std::size_t{4}, std::size_t{5}}) {
        SharedMemory memory(ranks());
        TeamOfThreads all = team(memory);
        on_all_ranks(ranks(), [&](int rank) {
          Caller caller(all, rank, expression);
          for (std::size_t i = 0; i < 8; ++i) {
            if (i == refused && rank == std::max(root, 0)) memory.rank(rank).refusals.first = 0;
            const Call call{.count = 300, .root = root, .in_place = i % 2 == 0, .way = way};
            EXPECT_EQ(caller.run(call, i), exec::success);
          }
        });
      }
    }
  }
}

class RefusedReads : public OnRanks {
 protected:
  /// Slices have several pieces; each rank reads the pieces of all others.
  static constexpr node::Lengths lengths{.most_short_bytes = 512, .piece_bytes = 12 << 10};
  static constexpr std::int64_t several_pieces = (132 << 10) / 8;

  /// The maximum over all ranks of the number of reads, if none is refused.
  static int reads_of(const Call& call) {
    SharedMemory memory(ranks());
    TeamOfThreads all = team(memory, lengths);
    make_calls(all, {call}, expression_of(GetParam()));
    int most = 0;
    for (int rank = 0; rank < ranks(); ++rank)
      most = std::max(most, memory.rank(rank).reads.load());
    return most;
  }
  static int all_reads(SharedMemory& memory) {
    int all = 0;
    for (int rank = 0; rank < ranks(); ++rank) all += memory.rank(rank).reads;
    return all;
  }
  /// Makes the call, and one more. `of`: the rank whose reads are refused; none: all ranks. Returns
  /// the number of reads in the second call.
  static int reads_after(const Call& call, const Refusals& refusals, std::optional<int> of) {
    SharedMemory memory(ranks());
    for (int rank = 0; rank < ranks(); ++rank)
      if (of.value_or(rank) == rank) memory.rank(rank).refusals = refusals;
    TeamOfThreads all = team(memory, lengths);
    const std::string expression = expression_of(GetParam());
    make_calls(all, {call}, expression);
    const int before = all_reads(memory);
    make_calls(all, {call}, expression);
    return all_reads(memory) - before;
  }
};

INSTANTIATE_TEST_SUITE_P(Group, RefusedReads, ::testing::Values(Setting{2}, Setting{3}, Setting{5}),
                         name_of);

class RefusedPieces : public RefusedReads {};

INSTANTIATE_TEST_SUITE_P(Group, RefusedPieces, ::testing::Values(Setting{2}, Setting{3}), name_of);

constexpr std::array kinds{Refusals::Kind::nothing_comes, Refusals::Kind::some_comes};

// Each read is refused in turn: reads of inputs, and of reduced slices. Values that are already
// reduced, also in place, are not reduced again. Later calls read nothing.
TEST_P(RefusedReads, AreMadeUpForInTheSameCall) {
  for (const node::Way way : {node::Way::read, node::Way::read_whole})
    for (const int root : {node::everyone, ranks() - 1})
      for (const bool in_place : {false, true})
        for (const Refusals::Kind kind : kinds) {
          const Call call{.count = 100, .root = root, .in_place = in_place, .way = way};
          const int reads = reads_of(call);
          EXPECT_GT(reads, 0);
          for (int read = 1; read <= reads; ++read)
            for (const std::optional<int> rank : {std::optional(std::max(root, 0)), {}})
              EXPECT_EQ(reads_after(call, {.first = read, .kind = kind}, rank), 0) << read;
        }
}

// What a rank has reduced before it is refused a read stays, though it may not overwrite input yet.
TEST_P(RefusedReads, OfSharesAreMadeUpForInTheSameCall) {
  for (const ShareLengths shares : {ShareLengths::equal, ShareLengths::random})
    for (const std::int64_t count : {std::int64_t{100}, several_pieces})
      for (const bool in_place : {false, true}) {
        const Call call{
            .count = count, .in_place = in_place, .way = node::Way::read, .shares = shares};
        const int reads = reads_of(call);
        const int step = std::max(reads / 12, 1);
        // The last rank's share is one of the longest, if they are equal.
        for (int read = 1; read <= reads; read += step) {
          EXPECT_EQ(reads_after(call, {.first = read, .kind = kinds[0]}, std::nullopt), 0) << read;
          if (shares == ShareLengths::equal) {
            EXPECT_EQ(reads_after(call, {.first = read, .kind = kinds[1]}, ranks() - 1), 0) << read;
          }
        }
      }
}

// Some pieces of a slice are reduced before the refusal, the others are not.
TEST_P(RefusedPieces, AreMadeUpForInTheSameCall) {
  for (const node::Way way : {node::Way::read, node::Way::read_whole})
    for (const bool in_place : {false, true}) {
      const Call call{.count = several_pieces, .in_place = in_place, .way = way};
      const int reads = reads_of(call);
      EXPECT_GT(reads, in_place ? 2 * (ranks() - 1) : 0);
      for (int read = 1; read <= reads; ++read) {
        const Refusals refusals{.first = read, .kind = kinds[static_cast<std::size_t>(read % 2)]};
        const std::optional<int> rank =
            read % 3 != 0 ? std::optional(read % ranks()) : std::nullopt;
        EXPECT_EQ(reads_after(call, refusals, rank), 0) << read;
      }
    }
}

// As if only a rank itself could write to its result: slices pass through its staging area.
TEST_P(RefusedReads, MayBeOfOneOnly) {
  for (const bool in_place : {false, true}) {
    const Call call{.count = 100, .in_place = in_place, .way = node::Way::read};
    const int reads = reads_of(call);
    // The reads of the slices of all other ranks come last.
    const int taken = ranks() - 1;
    for (int read = 1; read <= reads; ++read) {
      const int later =
          reads_after(call, {.first = read, .last = read, .kind = kinds[0]}, std::nullopt);
      EXPECT_EQ(later > 0, read > reads - taken) << read << " of " << reads;
    }
  }
}

}  // namespace
}  // namespace allfold::testing
