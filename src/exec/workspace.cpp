#include "exec/workspace.hpp"

#include <cstdlib>
#include <new>

namespace allfold::exec {

namespace {
constexpr std::size_t cache_line = 64;
// A call that needs more takes so long that the cost of fresh memory hardly matters.
constexpr std::size_t most_bytes_kept = std::size_t{32} << 20;
}  // namespace

void Workspace::Free::operator()(std::byte* memory) const { std::free(memory); }

std::byte* Workspace::bytes(std::size_t size) {
  if (size > size_ || memory_ == nullptr) {
    memory_.reset();
    size_ = 0;
    const std::size_t rounded = (size + cache_line) / cache_line * cache_line;
    if (rounded < size) return nullptr;
    memory_.reset(static_cast<std::byte*>(std::aligned_alloc(cache_line, rounded)));
    if (memory_ != nullptr) size_ = rounded;
  }
  return memory_.get();
}

void Workspace::trim() {
  if (size_ <= most_bytes_kept) return;
  memory_.reset();
  size_ = 0;
}

void Queues::reserve(std::size_t operations) {
  for (std::vector<std::int32_t>* list : {&waits, &ready_messages, &ready_locals})
    list->reserve(operations);
}

WorkspacePool::Loan WorkspacePool::borrow() {
  Workspace* workspace = spare_.exchange(nullptr, std::memory_order_acquire);
  if (workspace == nullptr) workspace = new (std::nothrow) Workspace;
  return Loan(workspace, GiveBack{this});
}

void WorkspacePool::give_back(Workspace* workspace) {
  workspace->trim();
  Workspace* none = nullptr;
  if (!spare_.compare_exchange_strong(none, workspace, std::memory_order_release,
                                      std::memory_order_relaxed))
    delete workspace;
}

}  // namespace allfold::exec
