/// @file Attached: state that is attached to a communicator of the program, and the list of all
/// states.
#pragma once

#include <memory>
#include <mutex>

namespace allfold::mpi::state {

/// State that is attached to a communicator as an attribute.
class Attached {
 public:
  Attached() = default;
  virtual ~Attached() = default;
  Attached(const Attached&) = delete;
  Attached& operator=(const Attached&) = delete;

 private:
  friend class AttachedStates;
  Attached* previous_ = nullptr;
  Attached* next_ = nullptr;
};

/// The states of all existing communicators. Thread-safe.
class AttachedStates {
 public:
  AttachedStates() = default;
  AttachedStates(const AttachedStates&) = delete;
  AttachedStates& operator=(const AttachedStates&) = delete;

  void add(Attached& state);
  /// Removes a state, which must be in the list.
  void remove(Attached& state);
  /// Removes any state from the list; null if the list is empty.
  [[nodiscard]] std::unique_ptr<Attached> take();

 private:
  void unlink(Attached& state);

  std::mutex mutex_;
  Attached* first_ = nullptr;
};

}  // namespace allfold::mpi::state
