/// @file The communicators whose attributes the MPI library is processing.
#pragma once

#include <mpi.h>

#include <memory>
#include <type_traits>

#include "mpi/communicator/communicator.hpp"

namespace allfold::mpi::communicator {

/// While an object exists, the MPI library frees or copies `comm` on this thread, or deletes an
/// attribute of it, and calls attribute callbacks. A callback of the program may reduce on the
/// communicator. A state that is made then is kept here, because no attribute may be set meanwhile:
/// Open MPI would not copy some of the others, and MPICH would lose the new one. Objects may be
/// nested, since callbacks may copy and free other communicators.
class AttributesInUse {
 public:
  enum class Afterwards {
    end,    ///< the state ends with the communicator
    attach  ///< the state becomes an attribute
  };
  AttributesInUse(MPI_Comm comm, Afterwards afterwards);
  ~AttributesInUse();
  AttributesInUse(const AttributesInUse&) = delete;
  AttributesInUse& operator=(const AttributesInUse&) = delete;

  /// The innermost object for `comm` on this thread; null if there is none.
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

/// The MPI library has refused to set an attribute, and has raised this error.
struct RefusedAttribute {
  int error;
};

/// Makes the state an attribute of its communicator, so that it is freed with it. The state of
/// MPI_COMM_SELF is kept in the process's state instead. If the MPI library fails, the state is
/// freed and RefusedAttribute thrown.
Communicator& attach(MPI_Comm comm, std::unique_ptr<Communicator> state);

/// Calls a function of the MPI library that processes the attributes of a communicator, but does
/// not free it.
template <class... Rest>
int use_attributes(int (*native)(MPI_Comm, Rest...), MPI_Comm comm,
                   std::type_identity_t<Rest>... rest) {
  const AttributesInUse use(comm, AttributesInUse::Afterwards::attach);
  return native(comm, rest...);
}

}  // namespace allfold::mpi::communicator
