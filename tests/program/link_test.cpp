#include "program/link.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "cost/critical_path.hpp"
#include "program/segmentation.hpp"
#include "schedule/author.hpp"

namespace allfold::program {
namespace {

bool waits_for(const Program& program, std::size_t later, std::size_t earlier) {
  return std::ranges::count(program.successors_of(program.operations[earlier]),
                            static_cast<std::int32_t>(later)) == 1;
}

TEST(Link, waits_for_what_touches_the_same_blocks) {
  schedule::Author author(2, 0, 4);
  const schedule::Memory other = author.new_scratch({.first = 0, .last = 4});
  author.receive(1, other, {.first = 0, .last = 2});  // 0
  author.next_round();
  author.receive(1, other, {.first = 2, .last = 4});  // 1
  author.next_round();
  author.reduce(
      {schedule::Memory::result, schedule::Memory::input, other, {.first = 1, .last = 3}});  // 2
  author.next_round();
  author.send(1, schedule::Memory::result, {.first = 2, .last = 3});  // 3
  author.send(1, schedule::Memory::input, {.first = 0, .last = 1});   // 4
  const Program program = link(std::move(author).finish(), Binding::separate);

  ASSERT_EQ(program.operations.size(), 5U);
  EXPECT_FALSE(waits_for(program, 1, 0));
  EXPECT_TRUE(waits_for(program, 2, 0));
  EXPECT_TRUE(waits_for(program, 2, 1));
  EXPECT_TRUE(waits_for(program, 3, 2));
  EXPECT_FALSE(waits_for(program, 4, 2));
  // Sends to one peer start in order, and so do receives from one peer.
  EXPECT_EQ(program.operations[0].next_in_turn, 1);
  EXPECT_EQ(program.operations[3].next_in_turn, 4);
  EXPECT_EQ(program.operations[4].predecessors, 1);
  EXPECT_EQ(program.result, (schedule::Blocks{.first = 1, .last = 3}));
}

TEST(Link, in_place_makes_input_and_result_one) {
  schedule::Author author(2, 0, 1);
  author.send_partial(1, author.all());
  author.receive_and_reduce(1, schedule::Side::right, author.all());
  const schedule::Schedule schedule = std::move(author).finish();

  const Program separate = link(schedule, Binding::separate);
  EXPECT_FALSE(waits_for(separate, 2, 1));
  const Program in_place = link(schedule, Binding::in_place);
  EXPECT_TRUE(waits_for(in_place, 2, 1)) << "the result is written while it is being sent";
  EXPECT_EQ(in_place.operations[1].left, schedule::Memory::result);
}

TEST(Link, drops_the_copy_of_a_rank_alone_in_place) {
  const schedule::Schedule alone = schedule::Author(1, 0, 1).finish();
  EXPECT_EQ(link(alone, Binding::separate).operations.size(), 1U);
  EXPECT_TRUE(link(alone, Binding::in_place).operations.empty());
}

TEST(Link, bounds_the_messages_in_flight) {
  constexpr int ranks = 4 * message_window;
  schedule::Author author(ranks, 0, ranks);
  for (int peer = 1; peer < ranks; ++peer) {
    author.next_round();
    author.receive(peer, schedule::Memory::result, {.first = peer, .last = peer + 1});
  }
  const Program program = link(std::move(author).finish(), Binding::separate);
  for (std::size_t i = 0; i < program.operations.size(); ++i) {
    EXPECT_EQ(program.operations[i].slot, static_cast<int>(i) % message_window);
    if (i >= message_window) {
      EXPECT_TRUE(waits_for(program, i, i - message_window));
    }
  }
}

// With data passed on, or with other data in between: executed round by round, both would wait for
// the message before.
TEST(Link, counts_sends_that_need_nothing_of_the_latest_message) {
  const auto exchanges = [](bool are_passed_on) {
    schedule::Author author(5, 0, 5);
    for (int round = 1; round < 5; ++round) {
      author.next_round();
      const schedule::Blocks other{.first = are_passed_on ? 0 : round,
                                   .last = are_passed_on ? 1 : round + 1};
      if (are_passed_on)
        author.send_partial(round, other);
      else
        author.send(round, schedule::Memory::input, other);
      author.receive_and_reduce(5 - round, schedule::Side::right, {.first = 0, .last = 1});
    }
    return std::move(author).finish();
  };
  for (const Binding binding : {Binding::separate, Binding::in_place}) {
    EXPECT_EQ(link(exchanges(true), binding).sends_ahead, 0);
    EXPECT_EQ(link(exchanges(false), binding).sends_ahead, 3);
  }
}

// If receives alone filled the window, ranks could wait for each other forever.
TEST(Link, takes_the_messages_of_a_round_in_turn) {
  schedule::Author author(64, 0, 1);
  for (int peer = 1; peer < 64; ++peer) {
    author.receive(peer, author.new_scratch(author.all()), author.all());
    if (peer < 40) author.send(peer, schedule::Memory::input, author.all());
  }
  const Program program = link(std::move(author).finish(), Binding::separate);
  for (std::size_t i = 0; i < program.operations.size(); ++i) {
    const Operation& operation = program.operations[i];
    const bool is_send = i < std::size_t{2} * 39 && i % 2 == 1;
    EXPECT_EQ(operation.kind, is_send ? Operation::Kind::send : Operation::Kind::receive) << i;
    EXPECT_EQ(operation.slot, static_cast<int>(i) % message_window) << i;
  }
}

/// Four rounds of one receive and two sends, each with its own blocks.
schedule::Schedule with_pace(schedule::Pace pace) {
  schedule::Author author(3, 0, 12);
  std::int64_t block = 0;
  const auto next = [&] { return schedule::Blocks{.first = block, .last = ++block}; };
  for (int round = 0; round < 4; ++round) {
    author.next_round();
    author.send(1, schedule::Memory::input, next());
    author.receive(round < 2 ? 1 : 2, schedule::Memory::result, next());
    author.send(2, schedule::Memory::input, next());
  }
  schedule::Schedule schedule = std::move(author).finish();
  schedule.pace = pace;
  return schedule;
}

/// The operations that `later` waits for.
std::vector<std::size_t> waited_for(const Program& program, std::size_t later) {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < later; ++i)
    if (waits_for(program, later, i)) found.push_back(i);
  return found;
}

TEST(Link, keeps_messages_in_step_with_the_rounds) {
  const Program program = link(with_pace(schedule::Pace::in_step), Binding::separate);
  ASSERT_EQ(program.operations.size(), 12U);
  using Operations = std::vector<std::size_t>;
  // Each round has a receive, then two sends. Those of the first round wait for nothing; later
  // sends wait for the first send of the round before, and receives for the receive two rounds
  // before.
  for (std::size_t round = 0; round < 4; ++round) {
    const std::size_t receive = 3 * round;
    const Operations before = round > 0 ? Operations{receive - 2} : Operations{};
    EXPECT_EQ(program.operations[receive].kind, Operation::Kind::receive);
    EXPECT_EQ(waited_for(program, receive), round > 1 ? Operations{receive - 6} : Operations{});
    EXPECT_EQ(waited_for(program, receive + 1), before);
    EXPECT_EQ(waited_for(program, receive + 2), before) << "not for the other one of its round";
  }
}

TEST(Link, lets_messages_go_as_they_are_ready) {
  const Program program = link(with_pace(schedule::Pace::as_ready), Binding::separate);
  for (std::size_t i = 0; i < program.operations.size(); ++i)
    EXPECT_TRUE(waited_for(program, i).empty()) << i;
}

/// An exchange with each of four ranks, one after the other; the exchange with rank 2 has two
/// pieces.
schedule::Schedule of_exchanges(schedule::Pace pace) {
  schedule::Author author(5, 0, 10);
  std::int64_t block = 0;
  for (const int peer : {1, 2, 2, 3, 4}) {
    author.next_round();
    author.receive(peer, schedule::Memory::result, {.first = block, .last = block + 1});
    author.send(peer, schedule::Memory::input, {.first = block + 5, .last = block + 6});
    ++block;
  }
  schedule::Schedule schedule = std::move(author).finish();
  schedule.pace = pace;
  return schedule;
}

TEST(Link, lets_a_message_wait_for_a_whole_one_in_exchange_for_another) {
  using Operations = std::vector<std::size_t>;
  // Receives are the even operations. The partners of the messages are 1, 2, 2, 3, 4.
  const Program in_step = link(of_exchanges(schedule::Pace::in_step), Binding::separate);
  const Program by_exchange = link(of_exchanges(schedule::Pace::by_exchange), Binding::separate);
  for (std::size_t round = 0; round < 5; ++round)
    for (const std::size_t message : {2 * round, 2 * round + 1}) {
      const Operations before_last = round > 1 ? Operations{message - 4} : Operations{};
      EXPECT_EQ(waited_for(in_step, message), before_last) << message;
      // The messages after the exchanges with ranks 1 and 3.
      const bool is_after_whole = round == 1 || round == 4;
      EXPECT_EQ(waited_for(by_exchange, message),
                is_after_whole ? Operations{message - 2} : before_last)
          << message;
    }
}

TEST(Link, keeps_the_pieces_of_a_message_in_step) {
  schedule::Author author(3, 0, 1);
  author.send(1, schedule::Memory::input, author.all());
  author.next_round();
  author.send(2, schedule::Memory::input, author.all());
  for (const auto pace : {schedule::Pace::in_step, schedule::Pace::as_ready}) {
    schedule::Schedule schedule = schedule::Author(author).finish();
    schedule.pace = pace;
    const Program program = link(segmented(schedule, {.log2_segments = 2}), Binding::separate);
    ASSERT_EQ(program.operations.size(), 8U);
    for (std::size_t i = 2; i < 8; ++i)
      EXPECT_EQ(waits_for(program, i, i - 2), pace == schedule::Pace::in_step) << i;
  }
}

TEST(Cost, is_that_of_the_ideal_machine) {
  // A chain of three ranks with whole vectors, each reduced before the next send.
  std::vector<Program> programs;
  for (const int rank : {0, 1, 2}) {
    schedule::Author author(3, rank, 1);
    if (rank > 0) author.receive_and_reduce(rank - 1, schedule::Side::left, author.all());
    author.next_round();
    if (rank < 2) author.send_partial(rank + 1, author.all());
    programs.push_back(link(std::move(author).finish(), Binding::separate));
  }
  EXPECT_DOUBLE_EQ(
      cost::critical_path(programs, {.link = {.alpha = 1, .beta = 10}, .gamma = 100}, 1), 222);
  const cost::Cost cost = cost::cost_of(programs);
  EXPECT_DOUBLE_EQ(cost.rounds, 2);
  EXPECT_DOUBLE_EQ(cost.volume, 2);
  EXPECT_DOUBLE_EQ(cost.reductions, 2);
}

}  // namespace
}  // namespace allfold::program
