#include "node/first_way.hpp"

#include <bit>

namespace allfold::node {

namespace {

/// On many ranks, ways whose work per rank grows with the number of ranks are too slow to be tried.
constexpr int few_ranks = 4;
constexpr int most_size_of_whole_on_many = 17;  // below 256 KiB
/// A system call should read several KiB; otherwise its cost dominates the call.
constexpr int least_size_of_read = 12;  // from 4 KiB on
/// On two ranks `read_whole` reads no more than `read`, in half the system calls. But it reduces
/// twice as much, which matters for vectors in main memory, whose bandwidth the ranks share.
constexpr int most_size_of_read_whole = 21;    // below 4 MiB
constexpr int least_size_of_read_on_two = 20;  // from 1 MiB on

/// What `read` reads at once, as ⌊log2⌋ of its bytes: a slice or share, or in a Reduce a whole
/// vector.
int size_of_slice(const CallClass& calls, const Team& team) {
  const auto slices = static_cast<unsigned>(team.ranks());
  const int less = calls.results == CallClass::Results::of_root
                       ? 0
                       : static_cast<int>(std::bit_width(slices - 1));
  return calls.size - less;
}

Way usual_way(const CallClass& calls, Elements::Kind kind, const Team& team) {
  if (!team.is_flat() || team.ranks() > few_ranks) return Way::sliced;
  if (calls.results == CallClass::Results::of_root) return Way::whole;
  if (calls.results == CallClass::Results::own) return Way::sliced;
  // Elements that are not plain may take longer to reduce than to copy.
  if (kind != Elements::Kind::plain) return Way::sliced;
  // On two ranks all ways move the same bytes. With more ranks, `whole` reads more, which must take
  // less time than a second synchronisation.
  constexpr int most_size_on_more = 13;  // below 16 KiB
  return team.ranks() == 2 || calls.size <= most_size_on_more ? Way::whole : Way::sliced;
}

/// Whether no rank reduces more than a slice.
bool is_in_slices(Way way) { return way == Way::sliced || way == Way::read; }

bool is_possible(Way way, const CallClass& calls, const Team& team, Reading reading) {
  if (way == Way::sliced) return true;
  if (calls.results == CallClass::Results::own && !is_in_slices(way)) return false;
  return team.is_flat() && (!is_reading(way) || reading == Reading::possible);
}

}  // namespace

CallClass class_of(const Wanted& wanted, std::int64_t bytes) {
  using Results = CallClass::Results;
  const Results of_whole = wanted.receiver() == everyone ? Results::of_all : Results::of_root;
  return {.results = wanted.are_shares() ? Results::own : of_whole,
          .size = static_cast<int>(std::bit_width(static_cast<std::uint64_t>(bytes))) - 1};
}

FirstWay first_way(const CallClass& calls, Elements::Kind kind, const Team& team,
                   const FirstWays& known, Reading reading) {
  // Elements that are not plain have not been measured.
  if (kind == Elements::Kind::plain)
    if (const auto way = known.get(calls); way && is_possible(*way, calls, team, reading))
      return {.way = *way, .source = FirstWay::Source::rules};
  return {.way = usual_way(calls, kind, team)};
}

bool is_worth_trying(Way way, const CallClass& calls, const Team& team) {
  if (!team.is_flat()) return way == Way::sliced;
  if (calls.results == CallClass::Results::own && !is_in_slices(way)) return false;
  // In a Reduce the root reads everything in both ways.
  const bool is_between_two = calls.results == CallClass::Results::of_all && team.ranks() == 2;
  switch (way) {
    case Way::sliced: return true;
    case Way::whole: return team.ranks() <= few_ranks || calls.size <= most_size_of_whole_on_many;
    case Way::read:
      return size_of_slice(calls, team) >= least_size_of_read &&
             (!is_between_two || calls.size >= least_size_of_read_on_two);
    case Way::read_whole:
      return is_between_two && calls.size >= least_size_of_read &&
             calls.size <= most_size_of_read_whole;
  }
  return true;
}

}  // namespace allfold::node
