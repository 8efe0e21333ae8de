/// The table of variables.
#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <string_view>

#include "rules/segment_length.hpp"
#include "select/configuration.hpp"
#include "select/variable_values.hpp"

namespace allfold::select {

namespace {

/// The variable that sets the algorithm of a collective.
template <schedule::Collective collective>
constexpr Variable wish_for(std::string_view summary) {
  constexpr std::size_t index = schedule::index_of(collective);
  return {
      .name = schedule::row_of(collective).variable,
      .values = "`auto`, `native`, or the name of an algorithm",
      .by_default = "auto",
      .summary = summary,
      .set = [](Configuration& c,
                std::string_view value) { return set_wish(c.wishes[index], collective, value); },
      .get = [](const Configuration& c) { return text_of(c.wishes[index]); }};
}

constexpr std::array table{
    wish_for<schedule::Collective::allreduce>(
        "the algorithm for `MPI_Allreduce`; `native`: the MPI library"),
    wish_for<schedule::Collective::reduce>(
        "the algorithm for `MPI_Reduce`; `native`: the MPI library"),
    wish_for<schedule::Collective::reduce_scatter>(
        "the algorithm for `MPI_Reduce_scatter` and `MPI_Reduce_scatter_block`; `native`: the MPI "
        "library"),
    Variable{
        .name = "ALLFOLD_COMPARE_EVERY",
        .values = "a whole number of 1 or more",
        .by_default = "1",
        .summary = "k: with `ALLFOLD_MODE=compare`, compare the first call on each communicator "
                   "and then every k-th call; the MPI library serves the others",
        .set = [](Configuration& c,
                  std::string_view value) { return set_compare_every(c.compare_every, value); },
        .get = [](const Configuration& c) { return std::to_string(c.compare_every); }},
    Variable{.name = "ALLFOLD_COMPARE_FILE",
             .values = "`auto`, or a file",
             .by_default = "auto",
             .summary =
                 "file for the inputs of a call in which the native result or Allfold's is wrong "
                 "(see docs/reference/comparing.md); `auto`: `allfold-mismatch-HOST-PID` in "
                 "the working directory of the rank that finds it",
             .set = [](Configuration& c,
                       std::string_view value) { return set_file(c.compare_file, "auto", value); },
             .get = [](const Configuration& c) { return c.compare_file; }},
    Variable{
        .name = "ALLFOLD_COMPARE_REPORT",
        .values = "`none`, a file, or a folder",
        .by_default = "none",
        .summary = "file for the report of `ALLFOLD_MODE=compare`, which rank 0 also prints; `%j` "
                   "and folders as in `ALLFOLD_PROFILE`",
        .set = [](Configuration& c,
                  std::string_view value) { return set_file(c.compare_report, "none", value); },
        .get = [](const Configuration& c) { return c.compare_report; },
        .scope = Variable::Scope::first_rank},
    Variable{.name = "ALLFOLD_DEVICE",
             .values = "`staged`, `native`",
             .by_default = "staged",
             .summary = "how calls with buffers on a GPU are served. `staged`: like all other "
                        "calls, through copies in host memory; `native`: by the MPI library, which "
                        "requires that in each call all ranks have their buffers on GPUs, or none",
             .set = [](Configuration& c,
                       std::string_view value) { return set_by_name(c.device, value); },
             .get = [](const Configuration& c) { return name_of_value(c.device); }},
    Variable{.name = "ALLFOLD_DISABLE",
             .values = "0, 1",
             .by_default = "0",
             .summary = "1: Allfold does nothing, from the start of each process on; all ranks of "
                        "a job need the same value",
             .set = [](Configuration& c,
                       std::string_view value) { return set_switch(c.disable, value); },
             .get = [](const Configuration& c) { return std::to_string(c.disable); },
             .scope = Variable::Scope::first_rank},
    Variable{.name = "ALLFOLD_EXCLUDE",
             .values = "`none`, or patterns separated by commas",
             .by_default = "none",
             .summary = "programs in which Allfold does nothing, as with `ALLFOLD_DISABLE=1`: "
                        "patterns of the shell for their names, such as `gmx*`, or for their whole "
                        "paths; a job of several programs needs all of them here, or none",
             .set = [](Configuration& c,
                       std::string_view value) { return set_patterns(c.exclude, value); },
             .get = [](const Configuration& c) { return c.exclude; },
             .scope = Variable::Scope::first_rank},
    Variable{
        .name = "ALLFOLD_MODE",
        .values = "`auto`, `native`, `compare`",
        .by_default = "auto",
        .summary = "`native`: the MPI library serves all calls, whatever other variables say, and "
                   "Allfold only observes them (see docs/reference/profile.md); `compare`: each "
                   "call is made by both libraries, the program gets the native results, and "
                   "differences are reported (see docs/reference/comparing.md)",
        .set = [](Configuration& c, std::string_view value) { return set_by_name(c.mode, value); },
        .get = [](const Configuration& c) { return name_of_value(c.mode); }},
    Variable{.name = "ALLFOLD_MODEL",
             .values = "`auto`, or parameters such as `alpha=2us,beta=0.1ns,gamma=0.05ns`",
             .by_default = "auto",
             .summary =
                 "parameters of the cost model: the time of a message (`alpha`), of a byte sent "
                 "(`beta`), of a byte reduced (`gamma`), and of a message that directly follows "
                 "another one (`gap`); `alpha-inside` and `beta-inside` are those inside a node; "
                 "others describe links that ranks share (see docs/internals/cost-model.md). "
                 "Missing parameters come from the rules file, otherwise from the kind of network",
             .set = [](Configuration& c,
                       std::string_view value) { return cost::set_model(c.model, value); },
             .get = [](const Configuration& c) { return allfold::cost::text_of(c.model); }},
    Variable{.name = "ALLFOLD_NODE",
             .values = "0, 1, `sliced`, `whole`, `read`, `read-whole`",
             .by_default = "1",
             .summary = "0: ranks of one node exchange messages; 1: they share memory, and trials "
                        "in the first calls find the fastest way for long vectors; a name: the way "
                        "for all long vectors (see docs/internals/selection.md)",
             .set = [](Configuration& c, std::string_view value) { return set_node(c, value); },
             .get = [](const Configuration& c) { return text_of_node(c); }},
    Variable{.name = "ALLFOLD_PROFILE",
             .values = "`none`, a file, or a folder",
             .by_default = "none",
             .summary =
                 "file for a profile of all calls, which rank 0 writes at `MPI_Finalize`; `%j` in "
                 "its name becomes the number of the batch job; in a folder (a name that ends in "
                 "`/`): a new file PROGRAM-HOST-PID.json (see docs/reference/profile.md)",
             .set = [](Configuration& c,
                       std::string_view value) { return set_file(c.profile, "none", value); },
             .get = [](const Configuration& c) { return c.profile; },
             .scope = Variable::Scope::first_rank},
    Variable{
        .name = "ALLFOLD_PROFILE_SITES",
        .values = "0, 1",
        .by_default = "0",
        .summary = "1: the profile distinguishes calls by the place in the program that makes them",
        .set = [](Configuration& c,
                  std::string_view value) { return set_switch(c.profile_sites, value); },
        .get = [](const Configuration& c) { return std::to_string(c.profile_sites); }},
    Variable{.name = "ALLFOLD_REPRODUCIBLE",
             .values = "0, 1",
             .by_default = "0",
             .summary = "1: `auto` chooses algorithms that bracket operands in the same way for "
                        "vectors of every length, in Reduce and in Allreduce",
             .set = [](Configuration& c,
                       std::string_view value) { return set_switch(c.reproducible, value); },
             .get = [](const Configuration& c) { return std::to_string(c.reproducible); }},
    Variable{.name = "ALLFOLD_RULES",
             .values = "`auto`, `none`, a file, or a folder",
             .by_default = "auto",
             .summary = "rules file: measurements of this machine, and the algorithms to use (see "
                        "docs/reference/rules.md), or a folder of such files for several kinds of "
                        "machines; only rank 0 needs it. `auto`: `rules.json` or `rules.d` in "
                        "`~/.config/allfold`, otherwise in the installation",
             .set = [](Configuration& c,
                       std::string_view value) { return set_file(c.rules, "auto, none", value); },
             .get = [](const Configuration& c) { return c.rules; },
             .scope = Variable::Scope::first_rank},
    Variable{
        .name = "ALLFOLD_SEGMENT",
        .values = "`auto`, bytes such as `64k`, or 0",
        .by_default = "auto",
        .summary = "length of the segments into which long messages are cut. `auto`: 512 KiB on "
                   "one node; on several nodes the longest message that the MPI library sends at "
                   "once, at least 16 KiB, or 128 KiB if that is unknown; 0: messages are not cut",
        .set = [](Configuration& c,
                  std::string_view value) { return rules::set_segment(c.segment_bytes, value); },
        .get = [](const Configuration& c) { return rules::text_of_segment(c.segment_bytes); }},
    Variable{
        .name = "ALLFOLD_SHARED_MEMORY",
        .values = "`auto`, or bytes such as `64m`",
        .by_default = "auto",
        .summary = "the most shared memory that a rank takes for its communicators, 78 KiB each: "
                   "further communicators exchange messages. `auto`: 1/16 of the memory that the "
                   "node or the job's control group has for each processor, at most 128 MiB",
        .set = [](Configuration& c,
                  std::string_view value) { return set_shared_memory(c.shared_memory, value); },
        .get = [](const Configuration& c) { return text_of_shared_memory(c.shared_memory); }},
    Variable{.name = "ALLFOLD_STATS",
             .values = "0, 1",
             .by_default = "0",
             .summary = "1: print a table of all calls at `MPI_Finalize`",
             .set = [](Configuration& c,
                       std::string_view value) { return set_switch(c.statistics, value); },
             .get = [](const Configuration& c) { return std::to_string(c.statistics); }},
    Variable{.name = "ALLFOLD_TUNE",
             .values = "`off`, `online`",
             .by_default = "off",
             .summary = "`online`: measure the program's own calls, and use the fastest algorithms "
                        "for them (see docs/internals/tuning.md)",
             .set = [](Configuration& c,
                       std::string_view value) { return set_by_name(c.tuning, value); },
             .get = [](const Configuration& c) { return name_of_value(c.tuning); }},
    Variable{.name = "ALLFOLD_TUNE_FILE",
             .values = "`none`, a file, or a folder (`FOLDER/`)",
             .by_default = "none",
             .summary = "rules file with the results of online tuning (`ALLFOLD_TUNE=online`), "
                        "which rank 0 writes at `MPI_Finalize`; in a folder, the file for this "
                        "machine",
             .set = [](Configuration& c,
                       std::string_view value) { return set_file(c.tune_file, "none", value); },
             .get = [](const Configuration& c) { return c.tune_file; },
             .scope = Variable::Scope::first_rank},
    Variable{.name = "ALLFOLD_UNUSED",
             .values = "`silent`, `say`",
             .by_default = "silent",
             .summary = "`say`: rank 0 prints a notice at its end if it has seen no reduction, as "
                        "with `ALLFOLD_STATS`, `ALLFOLD_PROFILE` and `ALLFOLD_MODE=compare` (see "
                        "docs/troubleshooting.md)",
             .set = [](Configuration& c,
                       std::string_view value) { return set_by_name(c.unused, value); },
             .get = [](const Configuration& c) { return name_of_value(c.unused); },
             .scope = Variable::Scope::first_rank},
    Variable{.name = "ALLFOLD_USER_OPERATIONS",
             .values = "`auto`, `whole`, `elementwise`",
             .by_default = "auto",
             .summary = "what a user operation gets in one call. `whole`: the whole vectors; "
                        "`elementwise`: parts of them; `auto`: whole vectors of up to 8 KiB, parts "
                        "of longer ones (see docs/internals/selection.md)",
             .set = [](Configuration& c,
                       std::string_view value) { return set_by_name(c.user_operations, value); },
             .get = [](const Configuration& c) { return name_of_value(c.user_operations); }},
    Variable{.name = "ALLFOLD_VERBOSE",
             .values = "0, 1, 2",
             .by_default = "0",
             .summary = "1: print each choice and its reason, once for each communicator and size "
                        "class; 2: also the other candidates, and measurements",
             .set = [](Configuration& c,
                       std::string_view value) { return set_verbose(c.verbose, value); },
             .get = [](const Configuration& c) { return std::to_string(c.verbose); }},
};
static_assert(std::ranges::all_of(schedule::collective_rows,
                                  [](const schedule::CollectiveRow& row) {
                                    return std::ranges::find(table, row.variable,
                                                             &Variable::name) != table.end();
                                  }),
              "each collective has its variable");

}  // namespace

std::span<const Variable> variables() { return table; }

}  // namespace allfold::select
