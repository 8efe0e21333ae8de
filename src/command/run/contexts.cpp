#include "command/run/contexts.hpp"

#include <algorithm>
#include <array>

#include "command/run/launcher_options.hpp"
#include "command/run/mpirun_rsh.hpp"

namespace allfold::command::run {

namespace {

bool sets_directory(loading::Launcher::Family family, std::string_view option) {
  if (family == loading::Launcher::Family::slurm) return option == "-D" || option == "--chdir";
  constexpr std::array<std::string_view, 4> names{"-wdir", "--wdir", "-wd", "--wd"};
  return std::ranges::find(names, option) != names.end();
}

Context context_of(loading::Launcher::Family family, std::span<const std::string> words,
                   std::size_t begin, std::size_t end) {
  Context context{.begin = begin, .end = end, .program = begin};
  while (context.program < end && words[context.program].starts_with('-')) {
    if (words[context.program] == "--") {
      ++context.program;
      break;
    }
    const auto length =
        words_of_option(family, words.subspan(context.program, end - context.program));
    if (!length || context.program + *length > end) {
      context.program = end;
      break;
    }
    if (*length == 2 && sets_directory(family, words[context.program]))
      context.directory = words[context.program + 1];
    context.program += *length;
  }
  return context;
}

}  // namespace

std::vector<Context> contexts_of(loading::Launcher::Family family,
                                 std::span<const std::string> words) {
  // It starts a single program: colons are arguments of that.
  if (family == loading::Launcher::Family::mpirun_rsh)
    return {{.begin = 1, .end = words.size(), .program = program_of_mpirun_rsh(words)}};
  std::vector<Context> contexts;
  std::size_t begin = 1;
  for (std::size_t i = 1; i <= words.size(); ++i) {
    if (i < words.size() && words[i] != ":") continue;
    contexts.push_back(context_of(family, words, begin, i));
    begin = i + 1;
  }
  return contexts;
}

}  // namespace allfold::command::run
