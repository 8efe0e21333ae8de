#include "mpi/setup/settled.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "mpi/native/failed_call.hpp"
#include "mpi/native/quiet_floating_point.hpp"
#include "mpi/user/print.hpp"
#include "text/format.hpp"

namespace allfold::mpi::setup {

namespace {

/// Large enough for the name of a file.
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

/// The value of variable number `index`.
std::string_view value_in(const ConfigurationText& text, std::size_t index) {
  std::string_view rest(text.data());
  for (; index > 0; --index) rest.remove_prefix(rest.find('\n') + 1);
  return rest.substr(0, rest.find('\n'));
}

/// For each variable, the first rank whose value differs from that of rank 0; the number of ranks
/// if there is none.
std::vector<int> first_others(const machine::Members& members, const ConfigurationText& text,
                              const ConfigurationText& of_first, const native::Native& native) {
  std::vector<int> own(select::variables().size(), members.ranks);
  for (std::size_t v = 0; v < own.size(); ++v)
    if (value_in(text, v) != value_in(of_first, v)) own[v] = members.rank;
  std::vector<int> first(own.size());
  native::expect_success(native.allreduce(own.data(), first.data(), static_cast<int>(own.size()),
                                          MPI_INT, MPI_MIN, members.comm));
  return first;
}

/// Rank 0 prints the differences.
void report_differences(const machine::Members& members, const ConfigurationText& text,
                        const ConfigurationText& of_first, const native::Native& native) {
  const std::vector<int> others = first_others(members, text, of_first, native);
  int told_by = 0;
  ConfigurationText of_other = of_first;
  for (std::size_t v = 0; v < others.size(); ++v) {
    if (others[v] == members.ranks) continue;
    if (others[v] != told_by) {
      told_by = others[v];
      if (members.rank == told_by) of_other = text;
      native::expect_success(
          PMPI_Bcast(of_other.data(), sizeof of_other, MPI_BYTE, told_by, members.comm));
    }
    if (members.rank == 0)
      user::say(text::format(
          "{0}: differs between ranks: '{1}' on rank 0, '{2}' on rank {3}: expected the same value "
          "on all ranks, which deadlock otherwise; set it on all ranks, for example with 'mpirun "
          "-x {0}' in every application context",
          select::variables()[v].name, value_in(of_first, v), value_in(of_other, v), told_by));
  }
}

}  // namespace

select::Configuration settled(const machine::Members& members, const select::Configuration& own,
                              const native::Native& native) {
  const ConfigurationText text = packed(own);
  // Not a gather: the texts of 65,536 ranks would take half a GiB.
  ConfigurationText of_first = text;
  native::expect_success(PMPI_Bcast(of_first.data(), sizeof of_first, MPI_BYTE, 0, members.comm));
  if (!machine::ranks_in_world(members).empty()) {
    report_differences(members, text, of_first, native);
    machine::end_job(members, native);
  }
  const native::QuietFloatingPoint quiet;
  select::Configuration first;
  for (std::size_t v = 0; v < select::variables().size(); ++v)
    if (select::variables()[v].scope == select::Variable::Scope::all_ranks)
      select::variables()[v].set(first, value_in(of_first, v));
  return first;
}

}  // namespace allfold::mpi::setup
