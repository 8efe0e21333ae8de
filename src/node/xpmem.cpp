#include "node/xpmem.hpp"

#include <dlfcn.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <new>

#include "system/symbol.hpp"

namespace allfold::node {

namespace {

constexpr int by_mode = 1;         // XPMEM_PERMIT_MODE
constexpr int read_and_write = 2;  // XPMEM_RDWR: what other MPI libraries request
constexpr std::size_t all_of_memory = static_cast<std::size_t>(-1);  // XPMEM_MAXADDR_SIZE

/// Permission for the owner only. The library takes the mode as an address.
void* permit() { return reinterpret_cast<void*>(std::uintptr_t{0600}); }

std::optional<XpmemFunctions> load() {
  // Checked first: without the module, searching for the library would waste time.
  if (access("/dev/xpmem", R_OK | W_OK) != 0) return std::nullopt;
  void* const library = dlopen("libxpmem.so.0", RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) return std::nullopt;
  XpmemFunctions found = {};
  const bool has_all = system::find_symbol(library, "xpmem_make", found.make) &&
                       system::find_symbol(library, "xpmem_remove", found.remove) &&
                       system::find_symbol(library, "xpmem_get", found.get) &&
                       system::find_symbol(library, "xpmem_release", found.release) &&
                       system::find_symbol(library, "xpmem_attach", found.attach) &&
                       system::find_symbol(library, "xpmem_detach", found.detach);
  if (has_all) return found;
  dlclose(library);
  return std::nullopt;
}

/// Whether the byte can be read here. An ordinary access could raise a signal that ends the
/// program. The kernel copies the signal set before it rejects the unknown operation, so an
/// unreadable byte gives EFAULT.
bool is_readable(std::uintptr_t byte) {
  constexpr std::uintptr_t set_bytes = 8;
  constexpr int unknown = -1;
  return syscall(SYS_rt_sigprocmask, unknown, byte - byte % set_bytes, nullptr, set_bytes) != 0 &&
         errno != EFAULT;
}

/// The same for a range of at least one byte. Each page is checked: one in the middle may be
/// accessible only to its owner.
bool are_readable(const std::byte* bytes, std::size_t number) {
  constexpr std::uintptr_t least_page = 4096;
  const auto first = reinterpret_cast<std::uintptr_t>(bytes);
  const int before = errno;
  bool are = true;
  for (std::uintptr_t at = first; are && at < first + number; at += least_page - at % least_page)
    are = is_readable(at);
  errno = before;
  return are;
}

}  // namespace

std::int64_t Xpmem::expose() noexcept {
  const std::lock_guard lock(mutex_);
  if (was_looked_for_) return own_;
  was_looked_for_ = true;
  if (!functions_) functions_ = load();
  if (functions_) own_ = functions_->make(nullptr, all_of_memory, by_mode, permit());
  if (own_ < 0) own_ = nothing;
  return own_;
}

std::shared_ptr<const Xpmem::Window> Xpmem::window(const Segment& segment,
                                                   std::uintptr_t address) noexcept {
  try {
    const std::lock_guard lock(mutex_);
    if (!functions_) return nullptr;
    const Key key(segment, address / window_bytes);
    std::shared_ptr<const Window> found = find(key);
    return found != nullptr ? found : attach(key);
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}

std::shared_ptr<const Xpmem::Window> Xpmem::find(const Key& key) {
  const auto found = windows_.find(key);
  if (found == windows_.end()) return nullptr;
  uses_.splice(uses_.begin(), uses_, found->second.use);
  return found->second.window;
}

std::int64_t Xpmem::access_to(const Segment& segment) {
  const auto [access, is_new] = accesses_.try_emplace(segment, -1);
  if (is_new) access->second = functions_->get(segment.number, read_and_write, by_mode, permit());
  return access->second;
}

std::shared_ptr<const Xpmem::Window> Xpmem::attach(const Key& key) {
  const std::int64_t access = access_to(key.first);
  if (access < 0) return nullptr;
  void* const bytes = functions_->attach(
      {.access = access, .offset = static_cast<std::int64_t>(key.second * window_bytes)},
      window_bytes, nullptr);
  if (bytes == reinterpret_cast<void*>(-1)) return nullptr;
  std::shared_ptr<const Window> made;
  try {
    made = std::make_shared<Window>(*functions_, bytes);
  } catch (const std::bad_alloc&) {
    functions_->detach(bytes);
    throw;
  }
  std::list<Key> use(1, key);
  windows_.try_emplace(key, CachedWindow{.window = made, .use = use.begin()});
  uses_.splice(uses_.begin(), use);
  if (windows_.size() > most_windows) {
    windows_.erase(uses_.back());
    uses_.pop_back();
  }
  return made;
}

void Xpmem::close() noexcept {
  const std::lock_guard lock(mutex_);
  windows_.clear();
  uses_.clear();
  for (const auto& [segment, access] : accesses_)
    if (access >= 0) functions_->release(access);
  accesses_.clear();
  if (own_ != nothing) functions_->remove(own_);
  own_ = nothing;
}

bool AttachedMemory::read(int rank, const Copy& copy) noexcept {
  const Segment& segment = segments_[static_cast<std::size_t>(rank)];
  const bool is_read = segment.number != Xpmem::nothing && read_through_windows(segment, copy);
  return is_read || otherwise_->read(rank, copy);
}

bool AttachedMemory::read_through_windows(const Segment& segment, const Copy& copy) noexcept {
  auto* into = static_cast<std::byte*>(copy.into);
  std::uintptr_t address = copy.address;
  for (std::size_t left = copy.bytes; left > 0;) {
    const auto window = xpmem_.window(segment, address);
    const std::size_t bytes =
        std::min<std::size_t>(left, Xpmem::window_bytes - address % Xpmem::window_bytes);
    if (window == nullptr || !are_readable(window->at(address), bytes)) return false;
    std::memcpy(into, window->at(address), bytes);
    into += bytes;
    address += bytes;
    left -= bytes;
  }
  return true;
}

}  // namespace allfold::node
