#include "mpi/native/native.hpp"

#include <dlfcn.h>

#include <cstdlib>
#include <memory>

#include "mpi/user/print.hpp"
#include "system/loaded_object.hpp"
#include "text/format.hpp"

namespace allfold::mpi::native {

namespace {

template <class Function>
Function next_if_any(const char* name) {
  return reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
}

template <class Function>
Function next(const char* name) {
  const auto found = next_if_any<Function>(name);
  if (found == nullptr) {
    user::print(
        text::format("allfold: {}: not found: expected an MPI library that is loaded after "
                     "Allfold; put Allfold before the MPI library\n",
                     name));
    std::abort();
  }
  return found;
}

struct Close {
  void operator()(void* handle) const { dlclose(handle); }
};

/// Whether the object itself defines the function.
bool defines(const system::LoadedObject& object, const char* name) {
  const std::unique_ptr<void, Close> handle(dlopen(object.file, RTLD_LAZY | RTLD_NOLOAD));
  if (handle == nullptr) return false;
  const void* found = dlsym(handle.get(), name);
  return found != nullptr && system::object_of(found).base == object.base;
}

/// The next MPI_ function in load order, or null if that is the MPI library's own, which is in the
/// same object as its PMPI_ function. If a library has the two in different objects, its own MPI_
/// functions cannot be recognised: null.
template <class Function>
Function of_tool(const char* name, Function native) {
  void* address = dlsym(RTLD_NEXT, name);
  if (address == nullptr || native == nullptr) return nullptr;
  const system::LoadedObject library = system::object_of(reinterpret_cast<const void*>(native));
  const bool is_library_s = system::object_of(address).base == library.base;
  if (is_library_s || !defines(library, name)) return nullptr;
  return reinterpret_cast<Function>(address);
}

}  // namespace

Native find_native() {
  const auto delete_attribute = next<decltype(&PMPI_Comm_delete_attr)>("PMPI_Comm_delete_attr");
  const auto by_former_name = next_if_any<decltype(Native::attr_delete)>("PMPI_Attr_delete");
  return {
      .allreduce = next<decltype(&PMPI_Allreduce)>("PMPI_Allreduce"),
      .reduce = next<decltype(&PMPI_Reduce)>("PMPI_Reduce"),
      .reduce_scatter = next<decltype(&PMPI_Reduce_scatter)>("PMPI_Reduce_scatter"),
      .reduce_scatter_block =
          next<decltype(&PMPI_Reduce_scatter_block)>("PMPI_Reduce_scatter_block"),
      .allreduce_c = next_if_any<decltype(Native::allreduce_c)>("PMPI_Allreduce_c"),
      .reduce_c = next_if_any<decltype(Native::reduce_c)>("PMPI_Reduce_c"),
      .reduce_scatter_c = next_if_any<decltype(Native::reduce_scatter_c)>("PMPI_Reduce_scatter_c"),
      .reduce_scatter_block_c =
          next_if_any<decltype(Native::reduce_scatter_block_c)>("PMPI_Reduce_scatter_block_c"),
      .init = next<decltype(&PMPI_Init)>("PMPI_Init"),
      .init_thread = next<decltype(&PMPI_Init_thread)>("PMPI_Init_thread"),
      .finalize = next<decltype(&PMPI_Finalize)>("PMPI_Finalize"),
      .abort = next<decltype(&PMPI_Abort)>("PMPI_Abort"),
      .comm_free = next<decltype(&PMPI_Comm_free)>("PMPI_Comm_free"),
      .comm_disconnect = next<decltype(&PMPI_Comm_disconnect)>("PMPI_Comm_disconnect"),
      .comm_delete_attr = delete_attribute,
      .attr_delete = by_former_name != nullptr ? by_former_name : delete_attribute,
      .comm_dup = next<decltype(&PMPI_Comm_dup)>("PMPI_Comm_dup"),
      .comm_dup_with_info = next<decltype(&PMPI_Comm_dup_with_info)>("PMPI_Comm_dup_with_info"),
      .comm_idup = next<decltype(&PMPI_Comm_idup)>("PMPI_Comm_idup"),
      .comm_idup_with_info =
          next_if_any<decltype(Native::comm_idup_with_info)>("PMPI_Comm_idup_with_info")};
}

Tool find_tool(const Native& native) {
  return {.allreduce = of_tool("MPI_Allreduce", native.allreduce),
          .reduce = of_tool("MPI_Reduce", native.reduce),
          .reduce_scatter = of_tool("MPI_Reduce_scatter", native.reduce_scatter),
          .reduce_scatter_block = of_tool("MPI_Reduce_scatter_block", native.reduce_scatter_block),
          .allreduce_c = of_tool("MPI_Allreduce_c", native.allreduce_c),
          .reduce_c = of_tool("MPI_Reduce_c", native.reduce_c),
          .reduce_scatter_c = of_tool("MPI_Reduce_scatter_c", native.reduce_scatter_c),
          .reduce_scatter_block_c =
              of_tool("MPI_Reduce_scatter_block_c", native.reduce_scatter_block_c),
          .init = of_tool("MPI_Init", native.init),
          .init_thread = of_tool("MPI_Init_thread", native.init_thread),
          .finalize = of_tool("MPI_Finalize", native.finalize),
          .abort = of_tool("MPI_Abort", native.abort),
          .comm_free = of_tool("MPI_Comm_free", native.comm_free),
          .comm_disconnect = of_tool("MPI_Comm_disconnect", native.comm_disconnect),
          .comm_delete_attr = of_tool("MPI_Comm_delete_attr", native.comm_delete_attr),
          .attr_delete = of_tool("MPI_Attr_delete", native.attr_delete),
          .comm_dup = of_tool("MPI_Comm_dup", native.comm_dup),
          .comm_dup_with_info = of_tool("MPI_Comm_dup_with_info", native.comm_dup_with_info),
          .comm_idup = of_tool("MPI_Comm_idup", native.comm_idup),
          .comm_idup_with_info = of_tool("MPI_Comm_idup_with_info", native.comm_idup_with_info)};
}

}  // namespace allfold::mpi::native
