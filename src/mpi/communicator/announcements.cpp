#include "mpi/communicator/announcements.hpp"

#include <new>
#include <string>
#include <string_view>

#include "mpi/native/quiet_floating_point.hpp"
#include "mpi/setup/way_name.hpp"
#include "mpi/state/process.hpp"
#include "mpi/user/print.hpp"
#include "select/explanation.hpp"
#include "text/format.hpp"
#include "text/size_class.hpp"

namespace allfold::mpi::communicator {

namespace {

/// Prefixes each line and indents it below the line before.
std::string marked(std::string_view lines) {
  std::string text;
  for (std::size_t end = 0; !lines.empty(); lines.remove_prefix(end + 1)) {
    end = lines.find('\n');
    text += text::format("allfold:   {}\n", lines.substr(0, end));
  }
  return text;
}

/// "; first way: whole, by rules"
std::string text_of(const std::optional<node::FirstWay>& first) {
  return first ? text::format("; first way: {}, by {}", setup::name_of(first->way),
                              setup::source_of(*first))
               : "";
}

}  // namespace

void Announcements::note(const run::Decision& decision, const setup::Agreement& agreement) {
  if (agreement.configuration.verbose == 0 || agreement.members.rank != 0 ||
      !decision.operand().native_reason.empty() || decision.is_on_trial())
    return;
  const native::QuietFloatingPoint quiet;
  try {
    say(decision, agreement);
  } catch (const std::bad_alloc&) {
    // The report is lost.
  }
}

void Announcements::say(const run::Decision& decision, const setup::Agreement& agreement) {
  const int size_class = text::size_class_of(decision.bytes());
  std::uint64_t& said = said_[static_cast<std::size_t>(decision.collective())];
  const std::uint64_t bit = std::uint64_t{1} << size_class;
  if ((said & bit) != 0) return;
  said |= bit;
  user::print(text::format("allfold: {} on {} ranks, {}: {} ({}{})\n",
                           schedule::name_of(decision.collective()), agreement.members.ranks,
                           text::size_class_name(size_class), select::text_of(decision.choice()),
                           decision.choice().reason, text_of(decision.first_way(agreement))));
  if (agreement.configuration.verbose > 1)
    user::print(marked(select::text_of(
        select::explanation_of(decision.problem(), decision.choice(), agreement.configuration,
                               agreement.roster->knowledge, state::process().candidates))));
}

}  // namespace allfold::mpi::communicator
