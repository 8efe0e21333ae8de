#include "support/kernels.h"

#include <allfold/allfold.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>

#include "support/hang_report.h"
#include "support/ranks.h"

namespace allfold_test {
namespace {

// The registry's C API has no parameters: some values that change what a kernel sends.
const char* const parametrised[] = {
    "elimination-overlapping:halvings=0",
    "elimination-overlapping:halvings=1",
    "elimination-non-overlapping:halvings=0",
    "elimination-non-overlapping:halvings=1",
    "circulant:halvings=0",
    "butterfly:halvings=1",
    "small-ring:halvings=0",
    "recursive-multiplying:radix=3",
    "recursive-multiplying:radix=8",
    "postal-tree:lambda=1",
    "postal-tree:lambda=8",
    "fibonacci-tree:children=1",
    "fibonacci-tree:children=3",
    "dual-root:segments=4",
    "two-tree:segments=4",
    "mesh-adaptive:rows=2,strip=2",
};

const char* api_name(Collective collective) {
  switch (collective) {
    case Collective::allreduce: return "allreduce";
    case Collective::reduce: return "reduce";
    case Collective::reduce_scatter: break;
  }
  return "reduce_scatter";
}

const char* variable(Collective collective) {
  switch (collective) {
    case Collective::allreduce: return "ALLFOLD_ALLREDUCE";
    case Collective::reduce: return "ALLFOLD_REDUCE";
    case Collective::reduce_scatter: break;
  }
  return "ALLFOLD_REDUCE_SCATTER";
}

std::string without_parameters(const std::string& configuration) {
  return configuration.substr(0, configuration.find(':'));
}

std::vector<std::string> kernels_of(Collective collective) {
  std::vector<std::string> names;
  for (int i = 0; const char* name = allfold_kernel(i); ++i) {
    if (allfold_kernel_serves(name, api_name(collective))) names.emplace_back(name);
  }
  return names;
}

// The calls served so far: by each kernel, by the native call, and in total.
struct Calls {
  explicit Calls(Collective collective) : names(kernels_of(collective)) {
    names.emplace_back("native");
    for (const std::string& name : names) {
      by_name.push_back(allfold_calls(api_name(collective), name.c_str()));
    }
    all = allfold_calls(api_name(collective), nullptr);
  }

  Calls since(const Calls& before) const {
    Calls difference = *this;
    for (std::size_t i = 0; i < by_name.size(); ++i) difference.by_name[i] -= before.by_name[i];
    difference.all -= before.all;
    return difference;
  }

  std::uint64_t of(const std::string& name) const {
    const auto at = std::find(names.begin(), names.end(), name);
    return at == names.end() ? 0 : by_name[static_cast<std::size_t>(at - names.begin())];
  }

  std::string print() const {
    std::string text = "calls: " + std::to_string(all);
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (by_name[i]) text += ", " + names[i] + " " + std::to_string(by_name[i]);
    }
    return text;
  }

  std::vector<std::string> names;
  std::vector<std::uint64_t> by_name;
  std::uint64_t all;
};

// Whether the kernel's messages may take several vectors at once.
bool takes_rows(const std::string& kernel) {
  return kernel == "bruck" || kernel == "small-ring" || kernel == "recursive-multiplying";
}

// Whether it keeps rank order only if the ranks of each node are successive.
bool looks_at_nodes(const std::string& kernel) { return kernel == "lanes"; }

void expect_served(const Calls& calls, const Turn& turn, ServedBy served_by) {
  EXPECT_GT(calls.all, 0u) << "Allfold saw no call";
  EXPECT_TRUE(same_on_all_ranks(calls.by_name.data(),
                                calls.by_name.size() * sizeof calls.by_name[0], turn.comm))
      << "ranks were served by different kernels; here " << calls.print();
  // A single rank sends to no other; Allfold may count its calls in any way.
  if (turn.configuration == "auto" || served_by == ServedBy::any_kernel || turn.size == 1) return;

  const std::string kernel = without_parameters(turn.configuration);
  if (served_by == ServedBy::in_rank_order && !allfold_kernel_keeps_rank_order(kernel.c_str())) {
    EXPECT_EQ(calls.of(kernel), 0u) << "it does not keep rank order; " << calls.print();
  } else if ((served_by != ServedBy::forced_kernel && takes_rows(kernel)) ||
             (served_by == ServedBy::in_rank_order && looks_at_nodes(kernel))) {
    EXPECT_TRUE(calls.of(kernel) == calls.all || calls.of(kernel) == 0) << calls.print();
  } else {
    EXPECT_EQ(calls.of(kernel), calls.all) << "not served by the forced kernel; " << calls.print();
  }
}

}  // namespace

std::vector<std::string> all_configurations(Collective collective) {
  std::vector<std::string> configurations = kernels_of(collective);
  configurations.insert(configurations.begin(), "auto");
  for (const char* configuration : parametrised) {
    const std::string kernel = without_parameters(configuration);
    if (allfold_kernel_serves(kernel.c_str(), api_name(collective))) {
      configurations.emplace_back(configuration);
    }
  }
  return configurations;
}

std::vector<std::string> some_configurations(Collective collective) {
  std::vector<std::string> configurations = {"auto"};
  const std::vector<std::string> kernels = kernels_of(collective);
  for (const bool ordered : {true, false}) {
    const auto last = std::find_if(kernels.rbegin(), kernels.rend(), [&](const std::string& name) {
      return (allfold_kernel_keeps_rank_order(name.c_str()) != 0) == ordered;
    });
    if (last != kernels.rend()) configurations.push_back(*last);
  }
  return configurations;
}

void configure(Collective collective, const char* configuration) {
  EXPECT_EQ(allfold_configure(variable(collective), configuration), 0)
      << variable(collective) << '=' << (configuration ? configuration : "(unset)") << ": "
      << allfold_error();
}

void with_configuration(Collective collective, const std::string& configuration, ServedBy served_by,
                        const TurnBody& body, MPI_Comm parent) {
  SCOPED_TRACE(std::string(variable(collective)) + "=" + configuration);
  whereabouts("%s=%s", variable(collective), configuration.c_str());
  configure(collective, configuration.c_str());
  Turn turn{.configuration = configuration,
            .comm = MPI_COMM_NULL,
            .rank = rank_of(parent),
            .size = size_of(parent)};
  MPI_Comm_dup(parent, &turn.comm);
  const Calls before(collective);
  body(turn);
  expect_served(Calls(collective).since(before), turn, served_by);
  MPI_Comm_free(&turn.comm);
  configure(collective, nullptr);
}

void for_each_kernel(Collective collective, ServedBy served_by, const TurnBody& body,
                     MPI_Comm parent) {
  for (const std::string& configuration : all_configurations(collective)) {
    with_configuration(collective, configuration, served_by, body, parent);
  }
}

}  // namespace allfold_test
