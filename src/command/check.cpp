#include "command/check.hpp"

#include <chrono>
#include <vector>
#if defined(__GLIBC__)
#include <malloc.h>
#endif

#include "algorithms/kernel_name.hpp"
#include "algorithms/registry.hpp"
#include "command/job.hpp"
#include "command/ranks.hpp"
#include "proof/prove_all.hpp"
#include "text/format.hpp"

namespace allfold::command::check {

namespace {

constexpr int most_ranks_proved = 4096;

/// Proofs allocate and free many programs. Freed memory is kept for reuse instead of being returned
/// to the system.
void keep_memory() {
#if defined(__GLIBC__)
  constexpr int much = 1 << 30;
  mallopt(M_TRIM_THRESHOLD, much);
  mallopt(M_MMAP_THRESHOLD, 32 << 20);
  mallopt(M_TOP_PAD, 64 << 20);
#endif
}

/// The algorithms to prove. Throws UsageError for an unknown name.
std::vector<const algorithms::Kernel*> kernels_of(const Request& request) {
  std::vector<const algorithms::Kernel*> chosen;
  for (const algorithms::Kernel& kernel : algorithms::kernels())
    if (request.algorithm.empty() || kernel.name == request.algorithm) chosen.push_back(&kernel);
  if (!chosen.empty()) return chosen;
  std::string error;
  if (algorithms::parse_kernel(request.algorithm, error).kernel != nullptr)
    error =
        "parameters are not allowed here, because all their values are proved: expected the name "
        "of an algorithm";
  throw UsageError("--algorithm: " + error);
}

/// For example "1 to 64", or the user's own text.
std::string text_of(const std::vector<int>& ranks, const std::string& as_written) {
  const bool is_range =
      ranks.size() > 1 && ranks.back() - ranks.front() + 1 == static_cast<int>(ranks.size());
  return is_range ? text::format("{} to {}", ranks.front(), ranks.back()) : as_written;
}

}  // namespace

int run(const Request& request) {
  std::size_t failures = 0;
  const int status = finished("check", [&] {
    const auto begin = std::chrono::steady_clock::now();
    const std::vector<const algorithms::Kernel*> chosen = kernels_of(request);
    const std::vector<int> ranks = parse_ranks(request.ranks, most_ranks_proved, "--ranks");
    keep_memory();
    const std::vector<proof::Tally> tallies =
        proof::prove_all(chosen, ranks, request.jobs > 0 ? request.jobs : proof::processors());
    std::int64_t proofs = 0;
    for (std::size_t k = 0; k < chosen.size(); ++k) {
      const proof::Tally& tally = tallies[k];
      text::print(
          "{:<28} {:>7} proofs  {}\n", chosen[k]->name, tally.proofs,
          tally.failures.empty() ? "all hold" : text::format("{} FAIL", tally.failures.size()));
      for (const std::string& failure : tally.failures) text::print("  {}\n", failure);
      proofs += tally.proofs;
      failures += tally.failures.size();
    }
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin;
    text::print("{} proofs on {} ranks in {:.1f} s: {}\n", proofs, text_of(ranks, request.ranks),
                time.count(), failures == 0 ? "all hold" : text::format("{} FAIL", failures));
    text::print("{}", proof::scope_text());
  });
  return failures == 0 ? status : static_cast<int>(Status::failed);
}

}  // namespace allfold::command::check
