#include "node_model/fibers.hpp"

#include <algorithm>
#include <exception>
#include <stdexcept>

#include "text/format.hpp"

namespace allfold::node_model {

namespace {

/// makecontext() passes no pointers.
thread_local Fibers* entered = nullptr;

}  // namespace

void Fibers::enter() { entered->run_current(); }

void Fibers::run_current() {
  try {
    (*body_)(current_);
  } catch (...) {
    // The other fibers may now wait without end.
    if (!thrown_) thrown_ = std::current_exception();
  }
  all_[static_cast<std::size_t>(current_)].has_ended = true;
  switch_to_next();
}

void Fibers::run(int number, const std::function<void(int)>& body) {
  body_ = &body;
  entered = this;
  all_.resize(static_cast<std::size_t>(number));
  for (int i = 0; i < number; ++i) {
    Fiber& fiber = all_[static_cast<std::size_t>(i)];
    // NOLINTNEXTLINE(modernize-avoid-c-arrays): a vector would be cleared
    fiber.stack = std::make_unique_for_overwrite<std::byte[]>(stack_bytes);
    getcontext(&fiber.context);
    fiber.context.uc_stack.ss_sp = fiber.stack.get();
    fiber.context.uc_stack.ss_size = stack_bytes;
    makecontext(&fiber.context, &Fibers::enter, 0);
    ready_.emplace(0.0, i);
  }
  switch_to_next();
  if (thrown_) std::rethrow_exception(thrown_);
  const auto stuck = std::ranges::count(all_, false, &Fiber::has_ended);
  if (stuck > 0)
    throw std::runtime_error(
        text::format("deadlock: {} of {} ranks wait without end", stuck, number));
}

void Fibers::switch_to_next() {
  const int before = current_;
  current_ = -1;
  if (!ready_.empty()) {
    current_ = ready_.top().second;
    ready_.pop();
  }
  if (current_ == before) return;
  const auto context = [this](int fiber) {
    return fiber < 0 ? &outside_ : &all_[static_cast<std::size_t>(fiber)].context;
  };
  swapcontext(context(before), context(current_));
}

void Fibers::let_others_catch_up() {
  if (ready_.empty() || ready_.top().first >= clock()) return;
  ready_.emplace(clock(), current_);
  switch_to_next();
}

void Fibers::block() { switch_to_next(); }

void Fibers::wake(int fiber, double clock) {
  all_[static_cast<std::size_t>(fiber)].clock = clock;
  ready_.emplace(clock, fiber);
}

void Fibers::meet(double until, double gap) {
  let_others_catch_up();
  latest_ = std::max({latest_, clock(), until});
  if (met_.size() + 1 < all_.size()) {
    met_.push_back(current_);
    return block();
  }
  const double then = std::exchange(latest_, 0) + gap;
  for (const int each : std::exchange(met_, {})) wake(each, then);
  wake(current_, then);
  switch_to_next();
}

}  // namespace allfold::node_model
