#include "mpi/messages/program_cache.hpp"

#include <array>
#include <cstdint>

#include "mpi/memory/bucket.hpp"

namespace allfold::mpi::messages {

bool operator==(const ProgramKey& a, const ProgramKey& b) {
  return a.kernel == b.kernel && a.binding == b.binding && a.segmentation == b.segmentation &&
         a.task.collective == b.task.collective && a.task.ranks == b.task.ranks &&
         a.task.rank == b.task.rank && a.task.root == b.task.root &&
         a.task.parameters == b.task.parameters && a.task.nodes == b.task.nodes;
}

std::size_t ProgramCache::Hash::operator()(const ProgramKey& key) const {
  return memory::mixed(std::array<std::uint64_t, 8>{
      reinterpret_cast<std::uintptr_t>(key.kernel), static_cast<std::uint64_t>(key.task.collective),
      static_cast<std::uint64_t>(key.task.ranks), static_cast<std::uint64_t>(key.task.rank),
      static_cast<std::uint64_t>(key.task.root), static_cast<std::uint64_t>(key.binding),
      static_cast<std::uint64_t>(key.segmentation.log2_segments),
      algorithms::hash_of(key.task.parameters)});
}

std::shared_ptr<const program::Program> ProgramCache::get(const ProgramKey& key) {
  const std::lock_guard lock(mutex_);
  if (const auto* const found = kept_.find(key); found != nullptr) return *found;
  auto program = std::make_shared<const program::Program>(
      program::compile(key.kernel->generate(key.task), key.binding, key.segmentation));
  if (const std::size_t bytes = program->bytes_kept(); bytes <= most_bytes)
    kept_.keep(key, program, bytes);
  return program;
}

}  // namespace allfold::mpi::messages
