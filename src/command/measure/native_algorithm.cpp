#include "command/measure/native_algorithm.hpp"

#include <mpi.h>

#include <algorithm>
#include <array>
#include <cstdlib>

#include "text/format.hpp"

namespace allfold::command::measure {

namespace {

using enum schedule::Collective;

constexpr std::array algorithms{
    NativeAlgorithm{allreduce, 1, "basic_linear"},
    NativeAlgorithm{allreduce, 2, "nonoverlapping"},
    NativeAlgorithm{allreduce, 3, "recursive_doubling"},
    NativeAlgorithm{allreduce, 4, "ring"},
    NativeAlgorithm{allreduce, 5, "segmented_ring"},
    NativeAlgorithm{allreduce, 6, "rabenseifner"},
    NativeAlgorithm{reduce, 1, "linear"},
    NativeAlgorithm{reduce, 2, "chain"},
    NativeAlgorithm{reduce, 3, "pipeline"},
    NativeAlgorithm{reduce, 4, "binary"},
    NativeAlgorithm{reduce, 5, "binomial"},
    NativeAlgorithm{reduce, 6, "in-order_binary"},
    NativeAlgorithm{reduce, 7, "rabenseifner"},
};

// Open MPI passes partial sums around the ring. Allfold sends contributions directly to the rank of
// the block, in as many rounds of as many bytes.
constexpr std::string_view ring_difference = "partial sums go round; below p elements: 3";
constexpr std::string_view linear_difference = "below 2^⌊lg p⌋ elements: 1";

constexpr std::array pairs{
    Counterpart{"binary-tree", allreduce, 2, "Reduce and Bcast, chosen by size"},
    Counterpart{"recursive-doubling", allreduce, 3, ""},
    Counterpart{"ring", allreduce, 4, ring_difference},
    Counterpart{"ring-ordered", allreduce, 4, ring_difference},
    Counterpart{"halving-doubling", allreduce, 6, linear_difference},
    Counterpart{"binary-tree", reduce, 5, ""},
    Counterpart{"binary-tree-f", reduce, 5, "another tree, unless p is a power of two"},
    Counterpart{"halving-doubling", reduce, 7, linear_difference},
};

std::string mca_parameter(schedule::Collective collective) {
  return text::format("coll_tuned_{}_algorithm", schedule::name_of(collective));
}

std::string mca_variable(std::string_view parameter) {
  return text::format("OMPI_MCA_{}", parameter);
}

void set(const std::string& variable, const std::string& value) {
  setenv(variable.c_str(), value.c_str(), 1);
}

/// An integer control variable of the MPI library.
class ControlVariable {
 public:
  explicit ControlVariable(const std::string& name) {
    int provided = 0;
    is_begun_ = MPI_T_init_thread(MPI_THREAD_SINGLE, &provided) == MPI_SUCCESS;
    int index = 0;
    int count = 0;
    is_there_ = is_begun_ && MPI_T_cvar_get_index(name.c_str(), &index) == MPI_SUCCESS &&
                MPI_T_cvar_handle_alloc(index, nullptr, &handle_, &count) == MPI_SUCCESS &&
                count == 1;
  }
  ~ControlVariable() {
    if (handle_ != nullptr) MPI_T_cvar_handle_free(&handle_);
    if (is_begun_) MPI_T_finalize();
  }
  ControlVariable(const ControlVariable&) = delete;
  ControlVariable& operator=(const ControlVariable&) = delete;

  /// The value; absent if the variable does not exist.
  [[nodiscard]] std::optional<int> value() const {
    int value = 0;
    const bool is_read = is_there_ && MPI_T_cvar_read(handle_, &value) == MPI_SUCCESS;
    return is_read ? std::optional(value) : std::nullopt;
  }
  void set(int value) const {
    if (is_there_) MPI_T_cvar_write(handle_, &value);
  }

 private:
  MPI_T_cvar_handle handle_ = nullptr;
  bool is_begun_ = false;
  bool is_there_ = false;
};

}  // namespace

std::span<const NativeAlgorithm> native_algorithms() { return algorithms; }
std::span<const Counterpart> counterparts() { return pairs; }

const NativeAlgorithm* find_native_algorithm(schedule::Collective collective, int number) {
  const auto* found = std::ranges::find_if(algorithms, [&](const NativeAlgorithm& each) {
    return each.collective == collective && each.number == number;
  });
  return found == algorithms.end() ? nullptr : found;
}

const NativeAlgorithm* find_native_algorithm(schedule::Collective collective,
                                             std::string_view text) {
  const auto is_same_letter = [](char a, char b) {
    return a == b || (a == '-' && b == '_') || (a == '_' && b == '-');
  };
  const auto* found = std::ranges::find_if(algorithms, [&](const NativeAlgorithm& each) {
    return each.collective == collective && (std::ranges::equal(each.name, text, is_same_letter) ||
                                             std::to_string(each.number) == text);
  });
  return found == algorithms.end() ? nullptr : found;
}

const Counterpart* find_counterpart(schedule::Collective collective, std::string_view kernel) {
  const auto* found = std::ranges::find_if(pairs, [&](const Counterpart& each) {
    return each.collective == collective && each.kernel == kernel;
  });
  return found == pairs.end() ? nullptr : found;
}

void allow_forcing() { set(mca_variable("coll_tuned_use_dynamic_rules"), "1"); }

void prefer_tuned() {
  allow_forcing();
  set(mca_variable("coll_tuned_priority"), "100");
}

Forced::Forced(const NativeAlgorithm* algorithm) : algorithm_(algorithm) {
  if (algorithm_ == nullptr) return;
  const ControlVariable variable(mca_parameter(algorithm_->collective));
  before_ = variable.value();
  variable.set(algorithm_->number);
  is_taken_ = variable.value() == std::optional(algorithm_->number);
}

Forced::~Forced() {
  if (before_) ControlVariable(mca_parameter(algorithm_->collective)).set(*before_);
}

std::optional<std::string> forced_by_user(schedule::Collective collective) {
  const std::string variable = mca_variable(mca_parameter(collective));
  const char* value = std::getenv(variable.c_str());
  if (value == nullptr) return std::nullopt;
  return text::format("{}={}", variable, value);
}

}  // namespace allfold::command::measure
