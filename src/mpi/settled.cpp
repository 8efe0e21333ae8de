#include "mpi/settled.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <string>
#include <vector>

#include "mpi/failed_call.hpp"
#include "mpi/print.hpp"
#include "mpi/quiet_floating_point.hpp"
#include "text/format.hpp"

namespace allfold::mpi {

namespace {

/// With room for the name of a file.
using ConfigurationText = std::array<char, 8192>;

ConfigurationText packed(const select::Configuration& configuration) {
  ConfigurationText text = {};
  std::string all;
  for (const select::Variable& variable : select::variables()) {
    if (variable.scope == select::Variable::Scope::all_ranks) all += variable.get(configuration);
    all += '\n';
  }
  std::copy_n(all.begin(), std::min(all.size(), text.size() - 1), text.begin());
  return text;
}

/// The value of the variable number `index`.
std::string_view value_in(const ConfigurationText& text, std::size_t index) {
  std::string_view rest(text.data());
  for (; index > 0; --index) rest.remove_prefix(rest.find('\n') + 1);
  return rest.substr(0, rest.find('\n'));
}

bool are_of_one_world(const Members& members) {
  MPI_Group group = MPI_GROUP_NULL;
  MPI_Group world = MPI_GROUP_NULL;
  PMPI_Comm_group(members.comm, &group);
  PMPI_Comm_group(MPI_COMM_WORLD, &world);
  std::vector<int> ranks(static_cast<std::size_t>(members.ranks));
  std::vector<int> in_world(ranks.size());
  std::iota(ranks.begin(), ranks.end(), 0);
  PMPI_Group_translate_ranks(group, members.ranks, ranks.data(), world, in_world.data());
  PMPI_Group_free(&group);
  PMPI_Group_free(&world);
  return std::ranges::find(in_world, MPI_UNDEFINED) == in_world.end();
}

void report_differences(const std::vector<ConfigurationText>& texts) {
  for (std::size_t v = 0; v < select::variables().size(); ++v) {
    const std::string_view first = value_in(texts[0], v);
    const auto other = std::ranges::find_if(
        texts, [&](const ConfigurationText& text) { return value_in(text, v) != first; });
    if (other == texts.end()) continue;
    say(text::format(
        "{0}: differs between ranks: '{1}' on rank 0 and '{2}' on rank {3}, and ranks "
        "that choose differently wait for each other forever; set it alike on all "
        "ranks, as by 'mpirun -x {0}' in every application context",
        select::variables()[v].name, first, value_in(*other, v), other - texts.begin()));
  }
}

}  // namespace

select::Configuration settled(const Members& members, const select::Configuration& own,
                              const Native& native) {
  const ConfigurationText text = packed(own);
  std::vector<ConfigurationText> texts(static_cast<std::size_t>(members.ranks));
  expect_success(PMPI_Allgather(&text, sizeof text, MPI_BYTE, texts.data(), sizeof text, MPI_BYTE,
                                members.comm));
  if (are_of_one_world(members)) {
    if (members.rank == 0) report_differences(texts);
    end_job(members, native);
  }
  const QuietFloatingPoint quiet;
  select::Configuration first;
  for (std::size_t v = 0; v < select::variables().size(); ++v)
    if (select::variables()[v].scope == select::Variable::Scope::all_ranks)
      select::variables()[v].set(first, value_in(texts[0], v));
  return first;
}

}  // namespace allfold::mpi
