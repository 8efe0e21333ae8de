#include "mpi/record/asked_text.hpp"

#include <cstdio>
#include <string_view>

#include "mpi/native/names.hpp"

namespace allfold::mpi::record {

std::array<char, longest_asked> line_of(const node::Asked& asked) {
  std::array<char, 40> call;
  if (asked.root == node::everyone || asked.root == node::each_its_share)
    static_cast<void>(
        std::snprintf(call.data(), call.size(), "%s",
                      asked.root == node::everyone ? "MPI_Allreduce" : "MPI_Reduce_scatter"));
  else
    static_cast<void>(std::snprintf(call.data(), call.size(), "MPI_Reduce to rank %d", asked.root));
  const std::string_view operation =
      native::name_of_operation_number(asked.operation & ~ordered_operation);
  std::array<char, longest_asked> line;
  static_cast<void>(std::snprintf(
      line.data(), line.size(), "%s of %s%lld elements of %lld bytes by %.*s", call.data(),
      asked.count <= node::signature_bits::most_exact_count ? "" : "about ",
      static_cast<long long>(asked.count), static_cast<long long>(asked.element_bytes),
      static_cast<int>(operation.size()), operation.data()));
  return line;
}

std::string text_of(const node::Asked& asked) { return line_of(asked).data(); }

}  // namespace allfold::mpi::record
