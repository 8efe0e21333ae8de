/// @file The communicators whose attributes the MPI library is going through.
#pragma once

#include <mpi.h>

#include <memory>
#include <type_traits>

#include "mpi/communicator.hpp"

namespace allfold::mpi {

/// While it lives, the MPI library frees or copies `comm` on this thread, or deletes an attribute of it,
/// and calls back for its attributes. A callback of the user's may reduce on the communicator: the state
/// that is made then is kept here, since no attribute may be added meanwhile (Open MPI would not copy
/// some of the others, and MPICH would forget the new one). Callbacks may copy and free others.
class AttributesInUse {
 public:
  enum class Afterwards {
    end,    ///< the state ends: so does the communicator
    attach  ///< the state becomes an attribute
  };
  AttributesInUse(MPI_Comm comm, Afterwards afterwards);
  ~AttributesInUse();
  AttributesInUse(const AttributesInUse&) = delete;
  AttributesInUse& operator=(const AttributesInUse&) = delete;

  /// The innermost one of `comm` on this thread; null: there is none.
  [[nodiscard]] static AttributesInUse* find(MPI_Comm comm);
  [[nodiscard]] Communicator* state() const { return state_.get(); }
  [[nodiscard]] Communicator& keep(std::unique_ptr<Communicator> state);

 private:
  static thread_local AttributesInUse* innermost;

  MPI_Comm comm_;
  Afterwards afterwards_;
  AttributesInUse* outer_;
  std::unique_ptr<Communicator> state_;
};

/// The MPI library has refused an attribute, and raised that error.
struct RefusedAttribute {
  int error;
};

/// Makes the state an attribute of its communicator, which ends with it; that of MPI_COMM_SELF is the
/// process's. Throws RefusedAttribute where the MPI library cannot: then the state has ended.
Communicator& attach(MPI_Comm comm, std::unique_ptr<Communicator> state);

/// Calls a function of the MPI library that goes through the attributes of a communicator, which goes
/// on to be.
template <class... Rest>
int use_attributes(int (*native)(MPI_Comm, Rest...), MPI_Comm comm,
                   std::type_identity_t<Rest>... rest) {
  const AttributesInUse use(comm, AttributesInUse::Afterwards::attach);
  return native(comm, rest...);
}

}  // namespace allfold::mpi
