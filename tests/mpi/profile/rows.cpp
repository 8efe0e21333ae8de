/// rows FILE: prints a profile as lines of words, for scripts.
#include <cstdio>
#include <cstdlib>
#include <string>

#include "profile/json.hpp"
#include "system/read_file.hpp"
#include "text/format.hpp"

namespace {

using allfold::profile::ClassKey;
using allfold::profile::ClassSums;

std::string word(std::string text) {
  for (char& c : text)
    if (c == ' ') c = '_';
  return text.empty() ? "-" : text;
}

void print(const ClassKey& key, const ClassSums& sums) {
  allfold::text::print(
      "class {} bytes {} op {} type {} by {} on {} ranks {} nodes {} site {} calls {} in_place {} "
      "total {} of_ranks {} ms {:.3f} known_ms {:.3f} sampled {} waiting_ms {:.3f} most_ms "
      "{:.3f}\n",
      allfold::schedule::name_of(key.kind.collective), key.kind.size_class, key.kind.operation,
      key.kind.type, word(key.kind.algorithm), word(key.communicator.name), key.communicator.ranks,
      key.communicator.nodes, word(key.site.function), sums.calls, sums.calls_in_place, sums.bytes,
      sums.ranks, sums.seconds.sum * 1e3, sums.known_seconds * 1e3, sums.sampled_calls,
      sums.waiting.sum * 1e3, sums.waiting.max * 1e3);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return EXIT_FAILURE;
  std::string text;
  std::string problem = allfold::system::read_file(argv[1], std::size_t{64} << 20U, text);
  if (!problem.empty()) return std::fprintf(stderr, "%s\n", problem.c_str()), EXIT_FAILURE;
  const auto profile = allfold::profile::parse(text, problem);
  if (!profile) return std::fprintf(stderr, "%s\n", problem.c_str()), EXIT_FAILURE;
  allfold::text::print(
      "profile {} mode {} partial {} ranks {} nodes {} per_node {} observed {} merged {} "
      "clock_error_us {:.3f} run_ms {:.3f}\n",
      word(profile->program), profile->mode, word(profile->partial), profile->ranks, profile->nodes,
      profile->ranks_per_node, profile->ranks_observed, profile->merged_calls,
      profile->clock_error * 1e6, profile->run.max * 1e3);
  for (const auto& [kind, sums] : profile->communicators)
    allfold::text::print("communicator {} ranks {} nodes {} count {}\n", word(kind.name),
                         kind.ranks, kind.nodes, sums.communicators);
  for (const auto& [key, sums] : profile->classes) print(key, sums);
}
