/// @file Kernel: a communication algorithm as a row of data.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "algorithms/composition.hpp"
#include "algorithms/nodes.hpp"
#include "schedule/check.hpp"
#include "schedule/cost.hpp"
#include "schedule/plan.hpp"

namespace allfold {

/// The parameters that kernels take; each kernel's row says which of them it reads.
struct Parameters {
  /// Rounds in which pieces are halved before full pieces are exchanged; `all_rounds`: in each.
  int halvings = all_rounds;
  static constexpr int all_rounds = -1;
  /// Pieces of a pipeline, a power of two; 0: the kernel's own.
  int segments = 0;
  /// Rows of a 2-D mesh; 0: the default grid.
  int rows = 0;
  /// Ranks in a strip of an adaptive mesh; 0: the kernel's own.
  int strip = 0;
  /// How p is composed; empty: the kernel's own way.
  Composition composition = {};
  /// Ranks of each machine that have links of their own; 0: as many as can.
  int lanes = 0;

  /// The rounds to halve, where there are at most so many.
  [[nodiscard]] int halvings_up_to(int largest) const {
    return halvings == all_rounds ? largest : std::min(halvings, largest);
  }

  friend bool operator==(const Parameters&, const Parameters&) = default;
};

[[nodiscard]] std::size_t hash_of(const Parameters& parameters);

/// What is asked of a kernel: the part of one rank in one collective. A generator is a pure
/// function of its Task.
struct Task {
  Collective collective = Collective::allreduce;
  int ranks = 1;
  int rank = 0;
  int root = 0;  ///< reduce: the rank that gets the result; allreduce: 0
  Parameters parameters = {};
  Nodes nodes = {};  ///< which ranks share a machine, for kernels that look at that
};

/// What a kernel's formula says of its cost, over all ranks.
struct Claim {
  enum class Kind : std::uint8_t { exactly, at_most };
  Kind kind;
  Cost cost;
  /// The costs of other paths through the programs, where it depends on the machine which of them
  /// takes longest.
  std::vector<Cost> others = {};
  /// What comes before and after that among ranks of one node.
  Cost inside = {};

  /// Rounds, volume and reductions, each by itself.
  [[nodiscard]] Cost by_term() const;
};

/// Seconds: those of the path that takes longest. But for what is claimed to be inside nodes all
/// messages are taken for such between nodes.
[[nodiscard]] double seconds(const Claim& claim, const CostModel& model, double bytes);

/// How a kernel brackets the operands. Kernels of one class give the same bits.
enum class Bracketing : std::uint8_t {
  class_f,   ///< as the tree F: the pairs of the fold, then the perfect tree
  aligned,   ///< as the tree over ranges of ranks that are aligned to powers of two
  own,       ///< one for all blocks, shared with no other
  by_block,  ///< blocks differ
};
[[nodiscard]] std::string_view name_of(Bracketing bracketing);

/// Where a kernel comes from. What came after the papers is taken where it is named.
enum class Origin : std::uint8_t { papers, later };

/// What carries a kernel's stages, where it is to be had; messages do where it is not.
enum class Carrier : std::uint8_t {
  messages,
  shared_memory,  ///< for communicators that lie on one machine
  both,           ///< shared memory inside machines, messages between them
};

/// Which values of parameters are looked at.
enum class Variants : std::uint8_t {
  all,      ///< all that make a difference
  telling,  ///< enough to show all that a kernel does
};
/// Up to so many ranks proofs are in full: for every root, and with more values telling.
inline constexpr int most_ranks_in_full = 20;

/// A parameter as the user names it: `kernel:name=value`.
struct Parameter {
  std::string_view name;
  std::string_view summary;
  /// Reads a value; returns what is wrong with it, as "problem (why) suggestion", or "".
  std::string (*set)(Parameters& parameters, std::string_view value);
  /// The value as the user writes it; "" where it is at its default.
  std::string (*get)(const Parameters& parameters);
  /// `base` with each of the values that make a difference for a task.
  std::vector<Parameters> (*variants)(const Task& task, const Parameters& base);
  /// The same with enough values to show all that the kernel does; null: with all.
  std::vector<Parameters> (*telling)(const Task& task, const Parameters& base) = nullptr;
  /// Sets the value that is preferred where the user leaves it open, on ranks that lie in a grid of
  /// `grid_rows` rows (0: in none); null: the cheapest is.
  void (*prefer)(Parameters& parameters, const Task& task, int grid_rows) = nullptr;
};

/// A small ring of more ranks sends several vectors in a message.
inline constexpr int largest_ring_without_rows = 3;

/// What most kernels need: see Kernel::work_vectors.
[[nodiscard]] constexpr int two_vectors(const Task& /*task*/) { return 2; }

struct Kernel {
  std::string_view name;
  std::string_view summary;
  std::string_view formula;  ///< cost of an Allreduce, p a power of two; else
  std::string_view reference;
  Origin origin = Origin::papers;
  bool serves_allreduce;
  bool serves_reduce;
  OperandOrder order;  ///< `any`: for commutative operations only
  Bracketing (*bracketing)(const Task& task);
  /// The work memory of a rank, in vectors, at the most.
  int (*work_vectors)(const Task& task) = two_vectors;
  /// How vectors lie that are more than a ring without rows needs: see takes_rows.
  Scratch::Packing packing = Scratch::Packing::beside;
  std::span<const Parameter> parameters;
  /// What can carry its messages. With `shared_memory` its Plans are one stage, of all ranks.
  Carrier carrier = Carrier::messages;
  Plan (*generate)(const Task& task);
  /// The cost for vectors that the blocks divide, in closed form.
  Claim (*claim)(const Task& task);

  [[nodiscard]] bool serves(Collective collective) const {
    return collective == Collective::allreduce ? serves_allreduce : serves_reduce;
  }
};

/// Whether ranks on these machines have what a kernel is made for; messages all have.
[[nodiscard]] bool suits_machines(const Kernel& kernel, const Nodes& nodes);

/// In which order operands are taken. It may depend on where the ranks are.
[[nodiscard]] OperandOrder order_of(const Kernel& kernel, const Task& task);

/// Whether messages take several vectors at once, which lie beside each other: rings that keep more
/// than two others' vectors do. Vectors of types whose elements reach into each other cannot.
[[nodiscard]] bool takes_rows(const Kernel& kernel, const Task& task);

/// All kernels, in the order in which they are shown.
[[nodiscard]] std::span<const Kernel> kernels();

/// The kernel of that name, or null.
[[nodiscard]] const Kernel* find_kernel(std::string_view name);

/// The values of a kernel's parameters, in all their combinations.
[[nodiscard]] std::vector<Parameters> all_parameters(const Kernel& kernel, const Task& task,
                                                     Variants which = Variants::all);

/// The parameters as the user writes them, ":halvings=2", or "" where all are at their defaults.
[[nodiscard]] std::string text_of(const Kernel& kernel, const Parameters& parameters);

/// A kernel with parameters, as the user names it: "ring", "elimination-overlapping:halvings=2".
struct NamedKernel {
  const Kernel* kernel = nullptr;
  Parameters parameters = {};
};

/// Reads "name[:parameter=value[,...]]". On failure `kernel` is null and `error` says what is
/// wrong, as "problem (why) suggestion"; it also suggests what the caller takes in a kernel's
/// place, "auto or native".
[[nodiscard]] NamedKernel parse_kernel(std::string_view text, std::string& error,
                                       std::string_view in_its_place = "");

}  // namespace allfold
