/// Calls in which ranks read others' vectors where they lie.
#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <vector>

#include "node/on_ranks.hpp"

namespace allfold::testing {
namespace {

class Readers : public OnRanks {
 protected:
  /// Of others' vectors, by all ranks.
  [[nodiscard]] static std::int64_t bytes_read(SharedMemory& memory) {
    std::int64_t bytes = 0;
    for (int rank = 0; rank < ranks(); ++rank) bytes += memory.rank(rank).bytes_read;
    return bytes;
  }
};

INSTANTIATE_TEST_SUITE_P(Group, Readers, several_ranks(), name_of);

/// Calls that ranks read, and what they then have to read in all, but for bytes that they try.
struct ReadCalls {
  Call call;
  std::int64_t least;
  std::int64_t tried;  ///< bytes at the end of inputs, and of results, by each reader of each other
};

// The last byte of each other rank's may be read to see whether that can be done.
TEST_P(Readers, ReadOnlyWhatTheyReduceAndTake) {
  const std::string expression = proved_expression(ranks());
  constexpr std::int64_t count = 360;
  constexpr std::int64_t bytes = count * 8;
  const std::int64_t others = ranks() - 1;
  const std::int64_t readers = ranks();
  for (const ReadCalls& calls :
       {ReadCalls{.call = {.way = node::Way::read},
       .least = 2 * others * bytes,
       .tried = 2 * others * readers},
        ReadCalls{.call = {.root = ranks() - 1, .way = node::Way::read},
        .least = others * bytes,
        .tried = others},
        ReadCalls{.call = {.root = ranks() - 1, .way = node::Way::read_whole},
        .least = others * bytes,
        .tried = others},
        ReadCalls{.call = {.way = node::Way::read_whole},
        .least = others * readers * bytes,
        .tried = others * readers}}) {
    SharedMemory memory(ranks());
    TeamOfThreads all = team(memory);
    on_all_ranks(ranks(), [&](int rank) {
      Caller caller(all, rank, expression);
      Call call = calls.call;
      call.count = count;
      EXPECT_EQ(caller.run(call, 1), exec::success);
    });
    const bool is_flat = all.group(0).team().is_flat();
    const std::int64_t all_read = bytes_read(memory);
    EXPECT_GE(all_read, is_flat ? calls.least : 0) << "root " << calls.call.root;
    EXPECT_LE(all_read, is_flat ? calls.least + calls.tried : 0) << "root " << calls.call.root;
  }
}

// What a rank reduces in place all others have read before, or each rank reduces a slice.
TEST_P(Readers, ReadWholeVectorsInPlaceWhereThereIsRoomForThem) {
  const std::string expression = proved_expression(ranks());
  const std::int64_t others = ranks() - 1;
  const auto least_room = static_cast<std::int64_t>(node::least_room);
  const std::int64_t room = least_room / others / 64 * 64;
  // Of two ranks longer vectors have more room, up to that of three pieces.
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
    const std::int64_t tried = 2 * others * ranks();
    EXPECT_GE(bytes_read(memory), bytes == room ? whole : slices);
    EXPECT_LE(bytes_read(memory), (bytes == room ? whole : slices) + tried);
  }
}

// No calls are on trial before.
TEST_P(Readers, GoTheWayThatIsKnownFromTheFirstCallOn) {
  const std::string expression = proved_expression(ranks());
  constexpr std::int64_t count = 360;
  for (const int root : {node::everyone, 0}) {
    node::FirstWays first_ways;
    first_ways.set(node::class_of(root, count * 8), node::Way::read);
    SharedMemory memory(ranks());
    TeamOfThreads all(memory, all_of(ranks()), short_lengths, GetParam().topology, first_ways);
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
    memory.rank(0).may_read_others = false;
    call(21, count);
    const std::int64_t before = bytes_read(memory);
    call(22, count);
    EXPECT_EQ(bytes_read(memory), before) << "it cannot be done any more";
  }
}

// Vectors are read where they lie, or, as one rank may not do that, staged; the call in which that
// is found out is as good as any.
TEST_P(Readers, GoOnWhereARankMayNotReadTheOthersVectors) {
  const std::string expression = proved_expression(ranks());
  for (const int root : {node::everyone, 0, ranks() - 1}) {
    for (const node::Way way : {node::Way::read, node::Way::read_whole}) {
      // In place, and not.
      for (const std::size_t refused : {std::size_t{4}, std::size_t{5}}) {
        SharedMemory memory(ranks());
        TeamOfThreads all = team(memory);
        on_all_ranks(ranks(), [&](int rank) {
          Caller caller(all, rank, expression);
          for (std::size_t i = 0; i < 8; ++i) {
            if (i == refused && rank == std::max(root, 0))
              memory.rank(rank).may_read_others = false;
            const Call call{.count = 300, .root = root, .in_place = i % 2 == 0, .way = way};
            EXPECT_EQ(caller.run(call, i), exec::success);
          }
        });
      }
    }
  }
}

}  // namespace
}  // namespace allfold::testing
