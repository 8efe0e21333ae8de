#include "mpi/record/asked_text.hpp"

#include <algorithm>
#include <cstdio>
#include <string_view>

#include "mpi/native/names.hpp"

namespace allfold::mpi::record {

std::array<char, longest_asked> line_of(const node::Asked& asked) {
  std::array<char, 40> call;
  if (asked.root == node::everyone)
    static_cast<void>(std::snprintf(
        call.data(), call.size(), "%s",
        (asked.operation & goes_in_shares) != 0 ? "MPI_Reduce_scatter" : "MPI_Allreduce"));
  else
    static_cast<void>(std::snprintf(call.data(), call.size(), "MPI_Reduce to rank %d", asked.root));
  const std::string_view operation =
      native::name_of_operation_number(asked.operation & ~(ordered_operation | goes_in_shares));
  std::array<char, longest_asked> line;
  static_cast<void>(std::snprintf(line.data(), line.size(),
                                  "%s of %lld%s elements of %lld bytes by %.*s", call.data(),
                                  static_cast<long long>(std::min(asked.count, first_folded_count)),
                                  asked.count < first_folded_count ? "" : " or more",
                                  static_cast<long long>(asked.element_bytes),
                                  static_cast<int>(operation.size()), operation.data()));
  return line;
}

std::string text_of(const node::Asked& asked) { return line_of(asked).data(); }

}  // namespace allfold::mpi::record
