/// @file Attached: state that hangs on a communicator of the user's, and the list of all such.
#pragma once

#include <memory>
#include <mutex>

namespace allfold::mpi {

/// What hangs on a communicator by an attribute.
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

/// The states of all communicators that are alive. May be used by several threads.
class AttachedStates {
 public:
  AttachedStates() = default;
  AttachedStates(const AttachedStates&) = delete;
  AttachedStates& operator=(const AttachedStates&) = delete;

  void add(Attached& state);
  /// Takes one out, which is there.
  void remove(Attached& state);
  /// Takes any out; null: there is none.
  [[nodiscard]] std::unique_ptr<Attached> take();

 private:
  void unlink(Attached& state);

  std::mutex mutex_;
  Attached* first_ = nullptr;
};

}  // namespace allfold::mpi
