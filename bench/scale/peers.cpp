#include "peers.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <array>
#include <functional>
#include <string_view>

#include "simulation/time.hpp"

// Functions of libsimgrid that no header of its package declares.
namespace simgrid::smpi::colls {
void set_allgather(const std::string& name);
void set_allreduce(const std::string& name);
void set_bcast(const std::string& name);
void set_reduce(const std::string& name);
void set_reduce_scatter(const std::string& name);
void set_scatter(const std::string& name);
}  // namespace simgrid::smpi::colls

namespace allfold::bench {

namespace {

using namespace simgrid::smpi;

constexpr std::array<std::string_view, 5> selectors{"default", "impi", "mpich", "mvapich2", "ompi"};

/// The operation: MPI calls it for inout = in + inout.
// NOLINTNEXTLINE(readability-non-const-parameter): MPI prescribes the type
void add(void* in, void* inout, int* count, MPI_Datatype* /*datatype*/) {
  const auto elements = static_cast<std::size_t>(*count);
  const std::size_t bytes = elements * sizeof(long);
  simulation::spend(static_cast<double>(bytes) * simulation::costs().reduction);
  if (bytes > simulation::costs().most_bytes_computed) return;
  const auto* from = static_cast<const long*>(in);
  auto* to = static_cast<long*>(inout);
  std::transform(from, from + elements, to, to, std::plus{});
}

}  // namespace

void set_usual_collectives() {
  colls::set_allgather("bruck");
  colls::set_allreduce("rdb");
  colls::set_bcast("binomial_tree");
  colls::set_reduce("binomial");
}

void set_peer(const std::string& name, schedule::Collective collective) {
  if (std::ranges::find(selectors, name) != selectors.end()) {
    // Some of the library's algorithms consist of these collectives.
    colls::set_allgather(name);
    colls::set_bcast(name);
    colls::set_reduce(name);
    colls::set_scatter(name);
  }
  switch (collective) {
    case schedule::Collective::allreduce: return colls::set_allreduce(name);
    case schedule::Collective::reduce: return colls::set_reduce(name);
    case schedule::Collective::reduce_scatter: return colls::set_reduce_scatter(name);
  }
}

decltype(&PMPI_Allreduce) peer_allreduce() {
  return reinterpret_cast<decltype(&PMPI_Allreduce)>(dlsym(RTLD_NEXT, "PMPI_Allreduce"));
}

decltype(&PMPI_Reduce) peer_reduce() {
  return reinterpret_cast<decltype(&PMPI_Reduce)>(dlsym(RTLD_NEXT, "PMPI_Reduce"));
}

decltype(&PMPI_Reduce_scatter) peer_reduce_scatter() {
  return reinterpret_cast<decltype(&PMPI_Reduce_scatter)>(dlsym(RTLD_NEXT, "PMPI_Reduce_scatter"));
}

MPI_Op sum_for(const std::string& name) {
  if (name == "rab") return MPI_SUM;
  static MPI_Op op = MPI_OP_NULL;
  constexpr int is_commutative = 1;
  if (op == MPI_OP_NULL) PMPI_Op_create(add, is_commutative, &op);
  return op;
}

}  // namespace allfold::bench
