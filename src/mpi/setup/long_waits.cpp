#include "mpi/setup/long_waits.hpp"

#include <new>
#include <string>

#include "mpi/record/asked_text.hpp"
#include "mpi/state/process.hpp"
#include "text/format.hpp"

namespace allfold::mpi::setup {

void tell_of_long_wait(const node::LongWait& wait) {
  try {
    const std::string where =
        wait.asked_by_other != node::torn_signature
            ? "waits in an earlier call, " + record::text_of(node::asked_of(wait.asked_by_other))
            : "has not made this call";
    state::process().late_ranks.tell_of_call(
        {.communicator = wait.group, .number = wait.call, .asked = wait.asked}, wait.notice.number,
        text::format("allfold: notice: rank {} of {} that share memory has waited {} s in {} for "
                     "rank {} of these, which {}: expected this call from all ranks; if rank {} is "
                     "not just late, find out with a debugger where it is\n",
                     wait.rank, wait.ranks, wait.notice.waited.count(),
                     record::text_of(node::asked_of(wait.asked)), wait.other, where, wait.other)
            .c_str());
  } catch (const std::bad_alloc&) {
    // The notice is lost.
  }
}

}  // namespace allfold::mpi::setup
