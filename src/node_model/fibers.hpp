/// @file Fibers: the ranks of a modelled node, each with a stack and a clock of its own.
///
/// One fiber runs at a time. It runs on until its clock passes that of another fiber that is ready,
/// so accesses to shared memory happen in the order of the clocks.
#pragma once

#include <ucontext.h>

#include <functional>
#include <memory>
#include <queue>
#include <utility>
#include <vector>

namespace allfold::node_model {

class Fibers {
 public:
  /// Runs body(fiber) in each of `number` fibers until all have ended. Throws std::runtime_error if
  /// some wait without end, and what a fiber has thrown. Must be called once.
  void run(int number, const std::function<void(int)>& body);

  /// Whether a fiber runs, and which. The functions below are for that fiber.
  [[nodiscard]] bool is_running() const { return current_ >= 0; }
  [[nodiscard]] int current() const { return current_; }
  /// Nanoseconds.
  [[nodiscard]] double& clock() { return clock(current_); }
  [[nodiscard]] double& clock(int fiber) { return all_[static_cast<std::size_t>(fiber)].clock; }
  /// Lets the fibers run whose clocks are behind this one's.
  void let_others_catch_up();
  /// Waits until another fiber calls wake().
  void block();
  /// Another fiber, which is blocked, goes on when its clock is `clock`.
  void wake(int fiber, double clock);
  /// Returns on all fibers when all have called it, with the latest of their clocks, or the latest
  /// `until` if that is later, and `gap` nanoseconds more.
  void meet(double until, double gap);

 private:
  static constexpr std::size_t stack_bytes = std::size_t{256} << 10;
  struct Fiber {
    ucontext_t context = {};
    std::unique_ptr<std::byte[]> stack;  // NOLINT(modernize-avoid-c-arrays): not cleared
    double clock = 0;
    bool has_ended = false;
  };
  /// Those behind go first, and among equals the lowest numbers.
  using Ready = std::pair<double, int>;

  static void enter();
  void run_current();
  void switch_to_next();

  std::vector<Fiber> all_;
  const std::function<void(int)>* body_ = nullptr;
  ucontext_t outside_ = {};
  int current_ = -1;
  std::priority_queue<Ready, std::vector<Ready>, std::greater<>> ready_;
  std::vector<int> met_;
  double latest_ = 0;
  std::exception_ptr thrown_;
};

}  // namespace allfold::node_model
