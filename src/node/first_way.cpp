#include "node/first_way.hpp"

#include <bit>

namespace allfold::node {

namespace {

/// Where each rank's work grows with their number, it is too slow to be tried on many.
constexpr int few_ranks = 4;
constexpr int most_size_of_whole_on_many = 17;  // below 256 KiB
/// What a system call reads has to be some thousand bytes, or it takes longer than all the rest.
constexpr int least_size_of_read = 12;  // from 4 KiB on

/// What is read at once: a slice, or all of a vector; the size as in CallClass.
int size_of_read(const CallClass& calls, const Team& team) {
  const auto slices = static_cast<unsigned>(team.ranks());
  const int less = calls.results == CallClass::Results::of_all
                       ? static_cast<int>(std::bit_width(slices - 1))
                       : 0;
  return calls.size - less;
}

Way usual_way(const CallClass& calls, Elements::Kind kind, const Team& team) {
  if (!team.is_flat() || team.ranks() > few_ranks) return Way::sliced;
  // Two ranks move the same bytes in all ways. What is long enough for a system call goes as it does
  // natively on most machines.
  constexpr int most_size_of_copies = 17;  // below 256 KiB
  const bool is_plain = kind == Elements::Kind::plain;
  if (team.ranks() == 2 && is_plain && calls.size > most_size_of_copies) return Way::read;
  if (calls.results == CallClass::Results::of_root) return Way::whole;
  // Others may take longer to reduce than to copy.
  if (!is_plain) return Way::sliced;
  // What more than two ranks read in vain is to take less time than the second synchronisation.
  constexpr int most_size_on_more = 13;  // below 16 KiB
  return calls.size <= (team.ranks() == 2 ? most_size_of_copies : most_size_on_more) ? Way::whole
                                                                                     : Way::sliced;
}

bool is_possible(Way way, const Team& team, Reading reading) {
  if (way == Way::sliced) return true;
  return team.is_flat() && (way != Way::read || reading == Reading::possible);
}

}  // namespace

CallClass class_of(int root, std::int64_t bytes) {
  return {.results = root == everyone ? CallClass::Results::of_all : CallClass::Results::of_root,
          .size = static_cast<int>(std::bit_width(static_cast<std::uint64_t>(bytes))) - 1};
}

FirstWay first_way(const CallClass& calls, Elements::Kind kind, const Team& team,
                   const FirstWays& known, Reading reading) {
  // Other elements have not been measured.
  if (kind == Elements::Kind::plain)
    if (const auto way = known.get(calls); way && is_possible(*way, team, reading))
      return {.way = *way, .source = FirstWay::Source::rules};
  const Way usual = usual_way(calls, kind, team);
  return {.way = is_possible(usual, team, reading) ? usual : Way::sliced};
}

bool is_worth_trying(Way way, const CallClass& calls, const Team& team) {
  if (way == Way::sliced) return true;
  if (!team.is_flat()) return false;
  if (way == Way::read) return size_of_read(calls, team) >= least_size_of_read;
  return team.ranks() <= few_ranks || calls.size <= most_size_of_whole_on_many;
}

}  // namespace allfold::node
