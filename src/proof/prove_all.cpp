#include "proof/prove_all.hpp"

#include <algorithm>
#include <atomic>
#include <future>
#include <iterator>
#include <thread>

namespace allfold::proof {

namespace {

/// One kernel on one number of ranks.
struct Job {
  std::size_t kernel;
  int ranks;
  std::size_t place;  // of its Tally
};

/// The jobs, largest first, so that no large one is left for a single thread at the end.
std::vector<Job> jobs_of(std::size_t kernels, std::span<const int> ranks) {
  std::vector<Job> jobs;
  for (std::size_t kernel = 0; kernel < kernels; ++kernel)
    for (const int number : ranks)
      jobs.push_back({.kernel = kernel, .ranks = number, .place = jobs.size()});
  std::ranges::stable_sort(jobs, std::ranges::greater{}, &Job::ranks);
  return jobs;
}

}  // namespace

std::vector<Tally> prove_all(std::span<const algorithms::Kernel* const> kernels,
                             std::span<const int> ranks, int jobs) {
  const std::vector<Job> all = jobs_of(kernels.size(), ranks);
  std::vector<Tally> parts(all.size());
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    for (std::size_t j = next++; j < all.size(); j = next++)
      parts[all[j].place] = prove(*kernels[all[j].kernel], scope_of(all[j].ranks));
  };
  std::vector<std::future<void>> threads;
  for (int thread = 0; thread < jobs; ++thread)
    threads.push_back(std::async(std::launch::async, work));
  for (std::future<void>& thread : threads) thread.get();

  std::vector<Tally> tallies(kernels.size());
  for (std::size_t part = 0; part < parts.size(); ++part) {
    Tally& tally = tallies[part / ranks.size()];
    tally.proofs += parts[part].proofs;
    std::ranges::move(parts[part].failures, std::back_inserter(tally.failures));
  }
  return tallies;
}

int processors() { return std::max(1, static_cast<int>(std::thread::hardware_concurrency())); }

}  // namespace allfold::proof
