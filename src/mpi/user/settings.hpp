/// @file Settings: the user's settings, as this process has read them.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "select/configuration.hpp"

namespace allfold::mpi::user {

struct Settings {
  select::Configuration configuration;
  std::vector<std::string> errors = {};  ///< errors in the environment

  Settings() = default;
  Settings(select::Configuration read, std::vector<std::string> wrong)
      : configuration(std::move(read)), errors(std::move(wrong)) {}

  /// select::fingerprint() of the configuration, computed at the first use. Thread-safe; throws
  /// std::bad_alloc.
  [[nodiscard]] std::uint64_t fingerprint() const {
    // Relaxed: all threads compute the same value.
    if (const std::uint64_t known = fingerprint_.load(std::memory_order_relaxed); known != 0)
      return known;
    const std::uint64_t found = select::fingerprint(configuration);
    fingerprint_.store(found, std::memory_order_relaxed);
    return found;
  }

 private:
  mutable std::atomic<std::uint64_t> fingerprint_ = 0;  ///< 0: not computed yet
};

}  // namespace allfold::mpi::user
