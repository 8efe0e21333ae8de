#include "mpi/program_cache.hpp"

namespace allfold::mpi {

namespace {

std::size_t bytes_of(const program::Program& program) {
  return sizeof(program::Program) + program.operations.size() * sizeof(program::Operation) +
         program.successors.size() * sizeof(program.successors[0]) +
         program.scratch.size() * sizeof(program.scratch[0]);
}

}  // namespace

bool operator==(const ProgramKey& a, const ProgramKey& b) {
  return a.kernel == b.kernel && a.binding == b.binding && a.segmentation == b.segmentation &&
         a.task.collective == b.task.collective && a.task.ranks == b.task.ranks &&
         a.task.rank == b.task.rank && a.task.root == b.task.root &&
         a.task.parameters == b.task.parameters && a.task.nodes == b.task.nodes;
}

std::size_t ProgramCache::Hash::operator()(const ProgramKey& key) const {
  std::size_t hash = std::hash<const void*>{}(key.kernel);
  for (const int part :
       {static_cast<int>(key.task.collective), key.task.ranks, key.task.rank, key.task.root,
        static_cast<int>(key.binding), key.segmentation.log2_segments})
    hash = hash * 0x9e3779b97f4a7c15U + static_cast<std::size_t>(part);
  return hash ^ algorithms::hash_of(key.task.parameters);
}

std::shared_ptr<const program::Program> ProgramCache::get(const ProgramKey& key) {
  const std::lock_guard lock(mutex_);
  if (const auto found = by_key_.find(key); found != by_key_.end()) {
    entries_.splice(entries_.begin(), entries_, found->second);
    return entries_.front().program;
  }
  auto program = std::make_shared<const program::Program>(
      program::compile(key.kernel->generate(key.task), key.binding, key.segmentation));
  const std::size_t bytes = bytes_of(*program);
  if (bytes > most_bytes_) return program;
  entries_.push_front({.key = key, .program = program, .bytes = bytes});
  by_key_.emplace(key, entries_.begin());
  for (bytes_ += bytes; bytes_ > most_bytes_; entries_.pop_back()) {
    bytes_ -= entries_.back().bytes;
    by_key_.erase(entries_.back().key);
  }
  return program;
}

std::size_t ProgramCache::bytes() const {
  const std::lock_guard lock(mutex_);
  return bytes_;
}

}  // namespace allfold::mpi
