#include "node/introduction.hpp"

namespace allfold::node {

void Introduction::begin(const Needs& needs) {
  needs_ = needs;
  is_own_new_ = lacks_own();
  for (const int rank : ranks())
    is_own_new_ = is_own_new_ || (reads(rank) && areas_.is_new_to(rank));
  // Relaxed: the release of a mark follows.
  if (is_own_new_) team_.own().introduced.store(team_.latest_call(), std::memory_order_relaxed);
}

void Introduction::answer() const {
  const bool has_found = areas_.are_all_here() && !lacks_own();
  team_.own().found.store(2 * team_.latest_call() + (has_found ? 0 : 1), std::memory_order_release);
}

Introduction::Found Introduction::have_all_found() {
  Found all = Found::all;
  const std::uint64_t found = 2 * team_.latest_call();
  for (const int rank : ranks()) {
    if (!reads(rank)) continue;
    if (rank == team_.rank() && needs_.otherwise == Otherwise::wait) continue;
    const Mark& mark = team_.slot(rank).found;
    if (rank != team_.rank() && !team_.await_of(rank, mark, found, team_.latest_call(), asked_))
      return Found::torn;
    // No rank starts the next call before it is known whether all readers have found the areas.
    const bool has = mark.load(std::memory_order_relaxed) == found;
    if (rank != team_.rank() && is_own_new_)
      areas_.note(rank, has ? Areas::Answer::mapped : Areas::Answer::not_found);
    if (!has) all = Found::not_all;
  }
  return all;
}

void Introduction::note_refusal() {
  if (is_own_new_ && areas_.own() != nullptr) staging_.note_refusal();
}

Introduction::Outcome Introduction::settle() {
  if (is_reader()) areas_.look(team_, ranks());
  const bool are_any_new = is_own_new_ || (is_reader() && areas_.are_any_new());
  if (!are_any_new) return Outcome::known;
  if (is_reader()) answer();
  if (needs_.otherwise == Otherwise::wait && !is_own_new_) return Outcome::known;
  const Found found = have_all_found();
  if (found == Found::torn) return Outcome::torn;
  if (found == Found::all && (!lacks_own() || needs_.otherwise == Otherwise::another_way))
    return Outcome::known;
  note_refusal();
  if (needs_.otherwise == Otherwise::another_way) return Outcome::given_up;
  staging_.fall_back();
  return Outcome::replaced;
}

bool Introduction::end() {
  const std::uint64_t call = team_.latest_call();
  // Release: publishes where the area is and what is staged there.
  if (is_own_new_) team_.own().settled.store(call, std::memory_order_release);
  if (!is_reader() || !areas_.are_any_new()) return true;
  for (const int rank : ranks())
    // Relaxed: the acquire of a mark came before.
    if (rank != team_.rank() &&
        team_.slot(rank).introduced.load(std::memory_order_relaxed) == call &&
        !team_.await_of(rank, team_.slot(rank).settled, call, call, asked_))
      return false;
  areas_.look(team_, ranks());
  return true;
}

}  // namespace allfold::node
