/// @file Ranks: the ranks of an execution, of which one runs at a time.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "node_check/choices.hpp"
#include "node_check/knowledge.hpp"
#include "node_model/fibers.hpp"

namespace allfold::node_check {

class Ranks {
 public:
  Ranks(std::size_t number, Choices& choices) : number_(number), choices_(&choices) {}

  /// Runs body(rank) on all ranks until all have ended. Returns false if some wait without end; they
  /// are given up. Rethrows what a body throws. Must be called once.
  [[nodiscard]] bool run(const std::function<void(std::size_t)>& body);

  [[nodiscard]] bool is_running() const { return fibers_.is_running(); }
  [[nodiscard]] std::size_t current() const { return static_cast<std::size_t>(fibers_.current()); }
  [[nodiscard]] std::size_t number() const { return number_; }

  /// Before an access: another rank may run first.
  void preempt() { go_on_with(chosen(Own::may_run)); }
  /// Lets another rank run that can, if there is one.
  void step_back() { go_on_with(chosen(Own::stays_behind)); }
  /// Waits until one of these variables is stored. Ranks also go on if all wait: what they wait for
  /// may depend on how often they have looked.
  void await(const std::vector<std::size_t>& variables);
  void note_store(std::size_t variable);
  /// Returns on `number` ranks when all of them have called it. The last one calls all_are_here()
  /// first.
  void meet(std::size_t number, const std::function<void()>& all_are_here);
  /// From now on ranks run one after the other, without further choices.
  void end_choices() { choices_ = nullptr; }

 private:
  /// So often all ranks may look in vain before they count as deadlocked: more often than a rank
  /// that looks for signs of a call that cannot end.
  static constexpr int most_vain_rounds = 2000;
  enum class State : std::uint8_t { ready, waits, meets, ended };
  enum class Own : std::uint8_t { may_run, stays_behind };
  [[nodiscard]] std::size_t chosen(Own own);
  [[nodiscard]] std::vector<std::size_t>& ready(Own own);
  void go_on_with(std::size_t rank);
  void begin();
  void end();

  std::size_t number_;
  Choices* choices_;
  node_model::Fibers fibers_;
  std::array<State, most_ranks> states_ = {};
  std::array<std::vector<std::size_t>, most_ranks> awaited_;
  std::vector<std::size_t> ready_;
  std::size_t begun_ = 0;
  std::size_t met_ = 0;
  int vain_rounds_ = 0;
  bool is_deadlocked_ = false;
};

}  // namespace allfold::node_check
