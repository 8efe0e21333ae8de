/// @file Correct schedules that tests break, and helpers that find the faults in them.
#pragma once

#include <gtest/gtest.h>

#include <vector>

#include "program/link.hpp"
#include "proof/check.hpp"
#include "schedule/author.hpp"

namespace allfold::proof {

inline constexpr schedule::Blocks whole{.first = 0, .last = 2};
inline constexpr schedule::Blocks low{.first = 0, .last = 1};
inline constexpr schedule::Blocks high{.first = 1, .last = 2};

using Schedules = std::vector<schedule::Schedule>;

/// A correct Allreduce of two ranks by halves: each rank reduces one block and sends it to the
/// other.
inline Schedules halving() {
  Schedules schedules;
  for (const int rank : {0, 1}) {
    schedule::Author author(2, rank, 2);
    const int peer = 1 - rank;
    const schedule::Blocks keep = rank == 0 ? low : high;
    const schedule::Blocks give = rank == 0 ? high : low;
    author.send_partial(peer, give);
    author.receive_and_reduce(peer, rank == 0 ? schedule::Side::right : schedule::Side::left, keep);
    author.next_round();
    author.send_partial(peer, keep);
    author.receive_result(peer, give);
    schedules.push_back(std::move(author).finish());
  }
  return schedules;
}

/// A correct Allreduce of three ranks through rank 0, with whole vectors.
inline Schedules star() {
  Schedules schedules;
  for (const int rank : {0, 1, 2}) {
    schedule::Author author(3, rank, 2);
    if (rank == 0) {
      for (const int peer : {1, 2}) {
        author.next_round();
        author.receive_and_reduce(peer, schedule::Side::right, whole);
      }
      for (const int peer : {1, 2}) {
        author.next_round();
        author.send_partial(peer, whole);
      }
    } else {
      author.send_partial(0, whole);
      author.next_round();
      author.receive_result(0, whole);
    }
    schedules.push_back(std::move(author).finish());
  }
  return schedules;
}

/// The goal of a collective among the ranks of these schedules.
inline Goal goal_for(const Schedules& schedules,
                     schedule::OperandOrder order = schedule::OperandOrder::rank_order,
                     schedule::Collective collective = schedule::Collective::allreduce,
                     int root = 0) {
  return goal_of({.collective = collective, .ranks = schedules[0].ranks, .root = root},
                 schedules[0].blocks, order);
}

inline Proof prove(const Schedules& schedules, program::Binding binding, const Goal& goal) {
  std::vector<program::Program> programs;
  for (const schedule::Schedule& schedule : schedules)
    programs.push_back(program::link(schedule, binding));
  return check(programs, goal);
}
inline Proof prove(const Schedules& schedules,
                   program::Binding binding = program::Binding::separate) {
  return prove(schedules, binding, goal_for(schedules));
}

inline void expect_defect(const Proof& proof, Fault fault, int rank, int round,
                          std::int64_t block) {
  for (const Defect& defect : proof.defects)
    if (defect.fault == fault && defect.rank == rank && defect.round == round &&
        defect.block == block)
      return;
  ADD_FAILURE() << "not named: " << name_of(fault) << " at rank " << rank << ", round " << round
                << ", block " << block << (proof.holds() ? "; nothing was found" : "; found:");
  for (const Defect& defect : proof.defects) ADD_FAILURE() << defect.text();
}

}  // namespace allfold::proof
