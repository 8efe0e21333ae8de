#include "command/replay/rerun.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>

#include "comparison/value_text.hpp"
#include "mpi/call/pass_on.hpp"
#include "text/format.hpp"

namespace allfold::command::replay {

namespace {

comparison::Deviation compared(const Scene& scene, const void* result) {
  return comparison::deviation_of(scene.call.form(), scene.call.ranks, scene.reference.data(),
                                  result, scene.magnitudes.data(), scene.call.count);
}

/// Compares the element that mismatched, without the others.
comparison::Deviation compared_at_element(const Scene& scene, const std::byte* element) {
  const comparison::Form form = scene.call.form();
  std::vector<std::byte> all = scene.reference;
  std::copy_n(element, form.stride,
              all.begin() + scene.call.mismatch * static_cast<std::int64_t>(form.stride));
  return compared(scene, all.data());
}

std::size_t offset_of_element(const Scene& scene) {
  return static_cast<std::size_t>(scene.call.mismatch) * scene.call.form().stride;
}

/// The deviation of one rank.
struct Word {
  int verdict = 0;
  double worst = 0;
  long long first = -1;
  long long count = 0;
};

bool is_worse(const Word& a, const Word& b) {
  return a.verdict != b.verdict ? a.verdict > b.verdict : a.worst > b.worst;
}

/// Collective: returns the worst deviation of all ranks on rank 0.
comparison::Deviation worst_of_all(const Scene& scene, const comparison::Deviation& own) {
  const Word word{.verdict = static_cast<int>(own.verdict),
                  .worst = own.worst,
                  .first = own.first,
                  .count = own.count};
  std::vector<Word> words(static_cast<std::size_t>(scene.call.ranks));
  MPI_Gather(&word, sizeof word, MPI_BYTE, words.data(), sizeof word, MPI_BYTE, 0, scene.comm);
  const Word worst = *std::ranges::min_element(words, is_worse);
  return {.verdict = static_cast<comparison::Verdict>(worst.verdict),
          .worst = worst.worst,
          .first = worst.first,
          .count = worst.count};
}

/// Collective: returns the mismatched element of the rank that found it, on rank 0.
std::vector<std::byte> element_of(const Scene& scene, const std::vector<std::byte>& result) {
  constexpr int tag = 1;
  const auto size = static_cast<int>(scene.call.form().stride);
  const int from = scene.call.seen_by;
  std::vector<std::byte> element(static_cast<std::size_t>(size));
  if (scene.rank == from)
    std::copy_n(result.data() + offset_of_element(scene), element.size(), element.data());
  if (from == 0) return element;
  if (scene.rank == from) MPI_Send(element.data(), size, MPI_BYTE, 0, tag, scene.comm);
  if (scene.rank == 0)
    MPI_Recv(element.data(), size, MPI_BYTE, from, tag, scene.comm, MPI_STATUS_IGNORE);
  return element;
}

std::vector<std::byte> result_of(const Scene& scene, const measure::Contestant& contestant) {
  const comparison::SavedCall& call = scene.call;
  std::vector<std::byte> input = scene.input;
  std::vector<std::byte> result(input.size());
  const bool is_in_place = call.is_in_place && scene.has_result();
  if (is_in_place) result = input;
  const void* send = is_in_place ? MPI_IN_PLACE : input.data();
  const int error = mpi::call::pass_on(contestant.calls, {.collective = call.collective,
                                                          .send = send,
                                                          .receive = result.data(),
                                                          .count = call.count,
                                                          .datatype = scene.datatype,
                                                          .op = scene.op,
                                                          .root = call.root,
                                                          .comm = contestant.comm.get()});
  if (error != MPI_SUCCESS) throw std::runtime_error("the call failed");
  return result;
}

}  // namespace

bool Entry::is_wrong() const {
  // A result's error is at most half of the bound for the difference of two results.
  constexpr double most = 0.5;
  return worst.verdict == comparison::Verdict::mismatch ||
         (worst.verdict == comparison::Verdict::within && worst.worst > most);
}

Entry saved_entry(const Scene& scene, const std::string& name, const void* result) {
  const auto* element = static_cast<const std::byte*>(result) + offset_of_element(scene);
  return {.name = name,
          .value = comparison::text_of(scene.call.form(), element),
          .at_element = compared_at_element(scene, element),
          .worst = compared(scene, result)};
}

Entry rerun(const Scene& scene, const measure::Contestant& contestant, const std::string& name) {
  const std::vector<std::byte> result = result_of(scene, contestant);
  comparison::Deviation own;
  if (scene.has_result()) own = compared(scene, result.data());
  const comparison::Deviation worst = worst_of_all(scene, own);
  const std::vector<std::byte> element = element_of(scene, result);
  return {.name = name,
          .value = comparison::text_of(scene.call.form(), element.data()),
          .at_element = compared_at_element(scene, element.data()),
          .worst = worst};
}

}  // namespace allfold::command::replay
