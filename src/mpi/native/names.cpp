#include "mpi/native/names.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace allfold::mpi::native {

namespace {

constexpr std::string_view no_name = "user-defined";

using NamedOperation = std::pair<MPI_Op, std::string_view>;

std::array<NamedOperation, 14> named_operations() {
  return {{{MPI_SUM, "MPI_SUM"},
           {MPI_MAX, "MPI_MAX"},
           {MPI_MIN, "MPI_MIN"},
           {MPI_PROD, "MPI_PROD"},
           {MPI_LAND, "MPI_LAND"},
           {MPI_LOR, "MPI_LOR"},
           {MPI_LXOR, "MPI_LXOR"},
           {MPI_BAND, "MPI_BAND"},
           {MPI_BOR, "MPI_BOR"},
           {MPI_BXOR, "MPI_BXOR"},
           {MPI_MAXLOC, "MPI_MAXLOC"},
           {MPI_MINLOC, "MPI_MINLOC"},
           {MPI_REPLACE, "MPI_REPLACE"},
           {MPI_NO_OP, "MPI_NO_OP"}}};
}

}  // namespace

int number_of_operation(MPI_Op op) {
  const auto names = named_operations();
  return static_cast<int>(std::ranges::find(names, op, &NamedOperation::first) - names.begin());
}

std::string_view name_of_operation_number(int number) {
  const auto names = named_operations();
  const auto at = static_cast<std::size_t>(number);
  return at < names.size() ? names[at].second : no_name;
}

std::string name_of_operation(MPI_Op op) {
  return std::string(name_of_operation_number(number_of_operation(op)));
}

std::string name_of_type(MPI_Datatype datatype) {
  std::array<char, MPI_MAX_OBJECT_NAME> text = {};
  int length = 0;
  PMPI_Type_get_name(datatype, text.data(), &length);
  return length > 0 ? std::string(text.data(), static_cast<std::size_t>(length))
                    : std::string(no_name);
}

MPI_Op operation_of_name(std::string_view name) {
  const auto names = named_operations();
  const auto* const found = std::ranges::find(names, name, &NamedOperation::second);
  return found != names.end() ? found->first : MPI_OP_NULL;
}

const PredefinedType* type_of_name(std::string_view name) {
  const auto types = predefined_types();
  const auto found = std::ranges::find_if(
      types, [&](const PredefinedType& type) { return name_of_type(type.datatype) == name; });
  return found != types.end() ? &*found : nullptr;
}

}  // namespace allfold::mpi::native
