/// Traces show what schedules do; pictures are well-formed and show each message once.
#include "picture/trace.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <span>

#include "algorithms/registry.hpp"
#include "cost/critical_path.hpp"
#include "picture/svg.hpp"
#include "picture/text.hpp"
#include "picture/width.hpp"
#include "proof/prove.hpp"
#include "schedule/author.hpp"

namespace allfold::picture {
namespace {

/// One rank's part in a kernel's collective call, and what is drawn of it.
struct Call {
  const algorithms::Kernel& kernel;
  algorithms::Task task;

  [[nodiscard]] proof::Goal goal(std::int64_t blocks) const {
    return proof::goal_of(task.recipients(), blocks, kernel.order);
  }
  [[nodiscard]] Trace traced() const {
    std::vector<schedule::Plan> plans;
    for (int rank = 0; rank < task.ranks; ++rank) {
      algorithms::Task own = task;
      own.rank = rank;
      plans.push_back(kernel.generate(own));
    }
    return trace(plans, goal(plans[0].blocks));
  }
  [[nodiscard]] cost::Cost cost() const {
    return cost::cost_of(algorithms::programs_of(kernel, task, program::Binding::separate));
  }
  [[nodiscard]] Caption caption() const {
    return {.kernel = std::string(kernel.name),
            .collective = task.collective,
            .root = task.root,
            .cost = cost()};
  }
};

Trace traced(std::string_view kernel, int ranks,
             schedule::Collective collective = schedule::Collective::allreduce) {
  return Call{.kernel = *algorithms::find_kernel(kernel),
              .task = {.collective = collective, .ranks = ranks}}
      .traced();
}

/// Calls visit(call) for each kernel and collective on 1 to 17 ranks, with a few roots.
template <class Visit>
void for_each_call(Visit visit) {
  for (const algorithms::Kernel& kernel : algorithms::kernels())
    for (const schedule::Collective collective : schedule::all_collectives)
      for (int ranks = 1; ranks <= 17 && kernel.serves(collective); ++ranks)
        for (int root = 0; root < (collective == schedule::Collective::reduce ? ranks : 1);
             root += 3) {
          SCOPED_TRACE(testing::Message() << kernel.name << ", " << schedule::name_of(collective)
                                          << ", " << ranks << " ranks, root " << root);
          visit(Call{.kernel = kernel,
                     .task = {.collective = collective, .ranks = ranks, .root = root}});
        }
}

schedule::Phase phase_of(const Trace& trace, int round, int from, int to) {
  for (const Message& message : trace.messages)
    if (message.round == round && message.from == from && message.to == to) return message.phase;
  ADD_FAILURE() << "no message from " << from << " to " << to << " in round " << round;
  return schedule::Phase::unnamed;
}

TEST(Labels, name_blocks_and_ranks) {
  EXPECT_EQ(name_of_block(0), "A");
  EXPECT_EQ(name_of_block(25), "Z");
  EXPECT_EQ(name_of_block(26), "AA");
  EXPECT_EQ(name_of_block(26 + 26 * 26), "AAA");
  Ranks ranks;
  for (const std::size_t rank : {0U, 1U, 2U, 5U, 511U}) ranks.set(rank);
  const Holding holding{.blocks = {{.first = 0, .last = 4}, {.first = 5, .last = 6}},
                        .ranks = ranks};
  EXPECT_EQ(text_of(holding), "A-D,F 0-2,5,511");
}

TEST(Trace, tells_what_is_held_after_each_round) {
  const Trace trace = traced("halving-doubling", 2);
  ASSERT_EQ(trace.rounds(), 2);
  EXPECT_EQ(text_of(trace.held[0][1]), "A-B 1");
  EXPECT_EQ(text_of(trace.held[1][0]), "A 0-1");
  EXPECT_EQ(text_of(trace.held[1][1]), "B 0-1");
  EXPECT_EQ(text_of(trace.held[2][0]), "A-B 0-1");
}

TEST(Trace, tells_contributions_apart_from_their_reduction) {
  const Trace trace = traced("ring-ordered", 4);
  EXPECT_EQ(text_of(trace.held[1][0]), "A {0,3}; C-D 0");
  EXPECT_EQ(text_of(trace.held[3][0]), "A 0-3");
}

TEST(Trace, ends_with_the_results_after_as_many_rounds_as_the_call_costs) {
  for_each_call([](const Call& call) {
    const Trace trace = call.traced();
    EXPECT_EQ(trace.rounds(), call.cost().rounds);
    const proof::Goal goal = call.goal(trace.blocks);
    Ranks all;
    for (int rank = 0; rank < trace.ranks; ++rank) all.set(static_cast<std::size_t>(rank));
    for (int rank = 0; rank < trace.ranks; ++rank) {
      const Holding result{.blocks = {goal.wanted_by(rank)}, .ranks = all};
      EXPECT_EQ(trace.held.back()[static_cast<std::size_t>(rank)],
                goal.gets_result(rank) ? Holdings{result} : Holdings{})
          << "rank " << rank;
    }
  });
}

/// Whether `held` contains `part`, in the same form or kept separately with others.
bool has(const Holdings& held, const Holding& part) {
  for (const Holding& each : held) {
    const bool is_same = each.ranks == part.ranks && each.form == part.form;
    const bool is_among = each.form == Holding::Form::apart && (part.ranks & ~each.ranks).none();
    if (!is_same && !is_among) continue;
    bool has_all = true;
    for (const schedule::Blocks& blocks : part.blocks)
      has_all &= std::ranges::any_of(
          each.blocks, [&](const schedule::Blocks& range) { return range.contains(blocks); });
    if (has_all) return true;
  }
  return false;
}

TEST(Trace, has_nothing_sent_that_was_not_held_before) {
  for_each_call([](const Call& call) {
    const Trace trace = call.traced();
    // A part of something else that the rank holds is not shown again, and is not lost.
    const auto has_been_held = [&](const Message& message, const Holding& part) {
      const auto rounds = std::span(trace.held).first(static_cast<std::size_t>(message.round));
      return std::ranges::any_of(rounds, [&](const std::vector<Holdings>& held) {
        return has(held[static_cast<std::size_t>(message.from)], part);
      });
    };
    for (const Message& message : trace.messages)
      for (const Holding& part : message.contents)
        EXPECT_TRUE(has_been_held(message, part))
            << text_of(part) << " from " << message.from << " in round " << message.round;
  });
}

TEST(Trace, takes_the_phases_that_algorithms_name) {
  EXPECT_EQ(phase_of(traced("ring", 3), 1, 0, 1), schedule::Phase::ring);
  EXPECT_EQ(phase_of(traced("ring", 3), 3, 0, 1), schedule::Phase::gather);
  EXPECT_EQ(phase_of(traced("binary-tree", 2), 1, 1, 0), schedule::Phase::tree);
  EXPECT_EQ(phase_of(traced("halving-doubling", 3), 1, 0, 1), schedule::Phase::fold);
  EXPECT_EQ(phase_of(traced("binary-blocks", 3), 1, 0, 1), schedule::Phase::butterfly);
  EXPECT_EQ(phase_of(traced("binary-blocks", 3), 2, 2, 0), schedule::Phase::fold);
}

/// One rank of an Allreduce in which 1 is reduced into 0, 0 and 2 exchange, and 1 receives the
/// result.
schedule::Plan unnamed(int rank) {
  schedule::Author author(3, rank, 1);
  if (rank == 0) author.receive_and_reduce(1, schedule::Side::right, author.all());
  if (rank == 1) author.send_partial(0, author.all());
  author.next_round();
  if (rank != 1) {
    author.send_partial(2 - rank, author.all());
    author.receive_and_reduce(2 - rank, rank == 0 ? schedule::Side::right : schedule::Side::left,
                              author.all());
  }
  author.next_round();
  if (rank == 0) author.send_partial(1, author.all());
  if (rank == 1) author.receive_result(0, author.all());
  return schedule::flat_plan(std::move(author).finish());
}

TEST(Trace, tells_phases_by_their_looks) {
  const std::vector<schedule::Plan> plans{unnamed(0), unnamed(1), unnamed(2)};
  const Trace trace = picture::trace(
      plans, proof::goal_of({.ranks = 3}, plans[0].blocks, schedule::OperandOrder::rank_order));
  EXPECT_EQ(phase_of(trace, 1, 1, 0), schedule::Phase::fold);
  EXPECT_EQ(phase_of(trace, 2, 0, 2), schedule::Phase::butterfly);
  EXPECT_EQ(phase_of(trace, 2, 2, 0), schedule::Phase::butterfly);
  EXPECT_EQ(phase_of(trace, 3, 0, 1), schedule::Phase::gather);
}

TEST(Trace, tells_a_three_two_step) {
  const Trace trace = traced("elimination-overlapping", 3);
  EXPECT_EQ(phase_of(trace, 2, 1, 2), schedule::Phase::three_two);
  EXPECT_EQ(phase_of(trace, 2, 2, 0), schedule::Phase::three_two);
}

TEST(Table, wraps_at_the_width) {
  const Call call{.kernel = *algorithms::find_kernel("ring"), .task = {.ranks = 8}};
  const std::string text = introduction(call.traced(), call.caption()) + table(call.traced(), 60);
  std::size_t lines = 0;
  for (std::size_t first = text.find("\n\n"); first != std::string::npos;) {
    const std::size_t last = text.find('\n', first + 1);
    if (last == std::string::npos) break;
    EXPECT_LE(width_of(text.substr(first + 1, last - first - 1)), 60U);
    first = last;
    ++lines;
  }
  EXPECT_GT(lines, 4 * 10U);
}

std::size_t count(const std::string& text, std::string_view part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
    ++found;
  return found;
}

/// Whether all tags are closed in order, and all text is escaped.
bool is_well_formed(const std::string& xml) {
  std::vector<std::string> open;
  for (std::size_t at = 0; (at = xml.find_first_of("<>&", at)) != std::string::npos;) {
    if (xml[at] == '&') {
      const std::string entity = xml.substr(at, xml.find(';', at) + 1 - at);
      if (entity != "&amp;" && entity != "&lt;" && entity != "&gt;" && entity != "&quot;")
        return false;
      ++at;
      continue;
    }
    const std::size_t end = xml.find('>', at);
    if (xml[at] == '>' || end == std::string::npos) return false;
    const std::string tag = xml.substr(at + 1, end - at - 1);
    if (count(tag, "<") > 0 || count(tag, "\"") % 2 != 0) return false;
    at = end + 1;
    if (tag[0] == '/') {
      if (open.empty() || open.back() != tag.substr(1)) return false;
      open.pop_back();
    } else if (tag.back() != '/') {
      open.push_back(tag.substr(0, tag.find(' ')));
    }
  }
  return open.empty();
}

TEST(Svg, is_well_formed_and_shows_each_message_once) {
  for_each_call([](const Call& call) {
    const Trace trace = call.traced();
    const std::string picture = svg(trace, call.caption());
    EXPECT_TRUE(is_well_formed(picture));
    EXPECT_EQ(count(picture, "<line class=\"message "), trace.messages.size());
  });
}

TEST(Svg, escapes_what_it_writes) {
  const Call call{.kernel = *algorithms::find_kernel("ring"), .task = {.ranks = 2}};
  Caption caption = call.caption();
  caption.kernel = "<a & \"b\">";
  const std::string picture = svg(call.traced(), caption);
  EXPECT_TRUE(is_well_formed(picture));
  EXPECT_EQ(count(picture, "&lt;a &amp; &quot;b&quot;&gt;, allreduce"), 2U);
}

}  // namespace
}  // namespace allfold::picture
