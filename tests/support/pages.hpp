/// @file Pages between two inaccessible pages.
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <map>
#include <mutex>
#include <new>
#include <vector>

namespace allfold_test {

/// Mapped areas that are not in use, by their size in bytes. Tests request thousands of areas of
/// few sizes, and the first access to a fresh page takes longer than all other work on it, above
/// all in a virtual machine.
class SpareAreas {
 public:
  /// The instance of the whole program. It is never destroyed, since pages may be static.
  static SpareAreas& instance() {
    static auto* const areas = new SpareAreas;
    return *areas;
  }

  /// Null if there is no area of that size.
  std::byte* take(std::size_t bytes) {
    const std::lock_guard lock(mutex_);
    std::vector<std::byte*>& areas = by_size_[bytes];
    if (areas.empty()) return nullptr;
    std::byte* const area = areas.back();
    areas.pop_back();
    bytes_ -= bytes;
    return area;
  }

  /// False if the total memory would become too large.
  bool keep(std::byte* area, std::size_t bytes) {
    const std::lock_guard lock(mutex_);
    if (bytes_ + bytes > most_bytes) return false;
    by_size_[bytes].push_back(area);
    bytes_ += bytes;
    return true;
  }

 private:
  static constexpr std::size_t most_bytes = std::size_t{64} << 20U;

  std::mutex mutex_;
  std::map<std::size_t, std::vector<std::byte*>> by_size_;
  std::size_t bytes_ = 0;
};

/// Whole pages between two pages that end the program when they are accessed. They may be reused,
/// so their content is undefined.
class Pages {
 public:
  /// @throws std::bad_alloc
  explicit Pages(std::size_t bytes)
      : whole_bytes_((bytes + page_bytes() - 1) / page_bytes() * page_bytes() + 2 * page_bytes()),
        whole_(SpareAreas::instance().take(whole_bytes_)) {
    if (whole_ == nullptr) {
      void* const fresh = mmap(nullptr, whole_bytes_, PROT_NONE,
                               MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
      if (fresh == MAP_FAILED) throw std::bad_alloc();
      whole_ = static_cast<std::byte*>(fresh);
    }
    allow_writing();
  }
  ~Pages() {
    if (!SpareAreas::instance().keep(whole_, whole_bytes_)) munmap(whole_, whole_bytes_);
  }
  Pages(const Pages&) = delete;
  Pages& operator=(const Pages&) = delete;

  [[nodiscard]] std::byte* data() const { return whole_ + page_bytes(); }
  [[nodiscard]] std::size_t size() const { return whole_bytes_ - 2 * page_bytes(); }

  void forbid_writing() const { protect(PROT_READ); }
  void allow_writing() const { protect(PROT_READ | PROT_WRITE); }
  void forbid_access() const { protect(PROT_NONE); }

 private:
  static std::size_t page_bytes() { return static_cast<std::size_t>(sysconf(_SC_PAGESIZE)); }

  void protect(int protection) const {
    if (mprotect(data(), size(), protection) != 0) throw std::bad_alloc();
  }

  std::size_t whole_bytes_;
  std::byte* whole_;
};

}  // namespace allfold_test
