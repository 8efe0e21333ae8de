/// @file Configuration: what the user has set.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "algorithms/kernel.hpp"
#include "algorithms/kernel_name.hpp"
#include "cost/parameters.hpp"
#include "rules/segment_length.hpp"
#include "schedule/collective.hpp"

namespace allfold::select {

/// What the user wants for one collective.
struct Wish {
  enum class Kind : std::uint8_t { automatic, native, kernel };
  Kind kind = Kind::automatic;
  algorithms::NamedKernel kernel;  ///< for Kind::kernel
};

/// Whether the calls of a program are used to find out what serves them best.
enum class Tuning : std::uint8_t { off, online };

/// Whether calls are replaced at all; `compare`: both libraries serve them.
enum class Mode : std::uint8_t { automatic, native, compare };

/// What rank 0 does at its end if it has seen no reduction.
enum class Unused : std::uint8_t { silent, say };

/// What a user-defined operation gets in one call.
enum class UserOperations : std::uint8_t {
  automatic,   ///< vectors of up to schedule::most_bytes_of_whole as a whole, parts of longer ones
  whole,       ///< the whole vector
  elementwise  ///< a part of the vector, such as a block
};

/// What serves calls whose buffers are on a device.
enum class DeviceCalls : std::uint8_t { staged, native };

struct Configuration {
  // The library reads these two itself, before it reads the others.
  int disable = 0;               ///< 1: Allfold does nothing
  std::string exclude = "none";  ///< patterns of programs in which it does nothing
  Mode mode = Mode::automatic;
  int compare_every = 1;                ///< each k-th call of a communicator is compared
  std::string compare_file = "auto";    ///< where the inputs of a mismatch are saved
  std::string compare_report = "none";  ///< where the report of a comparison is written, or "none"
  std::array<Wish, schedule::all_collectives.size()> wishes = {};  ///< by collective
  DeviceCalls device = DeviceCalls::staged;
  /// The longest segment that a message is cut into, in bytes; 0: none is cut.
  std::int64_t segment_bytes = rules::segment_by_transport;
  cost::ModelParameters model = {};
  UserOperations user_operations = UserOperations::automatic;
  /// 1: one bracketing of operands for every vector size, Reduce and Allreduce alike.
  int reproducible = 0;
  int node = 1;  ///< 1: ranks of one node use the memory that they share
  algorithms::WayParameter way =
      algorithms::WayParameter::learnt;  ///< of long vectors through shared memory
  /// The most shared memory that a rank takes for its communicators, in bytes.
  std::int64_t shared_memory = shared_memory_by_node;
  static constexpr std::int64_t shared_memory_by_node = -1;  ///< as the node's memory allows
  Tuning tuning = Tuning::off;
  int verbose = 0;                 ///< 1: each choice is printed once; 2: with the alternatives
  int statistics = 0;              ///< 1: a table of all calls is printed at MPI_Finalize
  int profile_sites = 0;           ///< 1: the profile distinguishes places in the program
  std::string rules = "auto";      ///< where rules come from: "auto", "none", or a file
  std::string profile = "none";    ///< where the profile is written, or "none"
  std::string tune_file = "none";  ///< where results of online tuning are written, or "none"
  Unused unused = Unused::silent;  ///< of rank 0

  [[nodiscard]] Wish wish(schedule::Collective collective) const {
    if (mode == Mode::native) return {.kind = Wish::Kind::native, .kernel = {}};
    return wishes[schedule::index_of(collective)];
  }
};

/// A variable of the environment.
struct Variable {
  std::string_view name;
  std::string_view values;
  std::string_view by_default;
  std::string_view summary;
  /// Reads a value; returns what is wrong with it, as "problem: expected; what to do", or "".
  std::string (*set)(Configuration& configuration, std::string_view value);
  /// The value as users would write it.
  std::string (*get)(const Configuration& configuration);
  /// Which ranks have to agree on the value; `first_rank`: only rank 0 uses it.
  enum class Scope : std::uint8_t { all_ranks, first_rank } scope = Scope::all_ranks;
};

/// All variables, in the order in which they are shown.
[[nodiscard]] std::span<const Variable> variables();

/// Sets one variable. Returns "", or what is wrong, which names the variable; then nothing is set.
[[nodiscard]] std::string set_variable(Configuration& configuration, std::string_view name,
                                       std::string_view value);

/// What an environment sets.
struct Environment {
  Configuration configuration = {};
  std::vector<std::string> errors = {};    ///< values that cannot be used
  std::vector<std::string> warnings = {};  ///< names that have no effect
};

/// Reads all ALLFOLD_ variables among "NAME=value" strings. An unknown name is only a warning,
/// because other software may use variables with that prefix, too. Names that module files and
/// CMake use (ALLFOLD_ROOT, ALLFOLD_LIB and the like) cause no warning.
[[nodiscard]] Environment read_environment(const char* const* environment);

/// A hash that is equal for configurations which choose and print alike.
[[nodiscard]] std::uint64_t fingerprint(const Configuration& configuration);

}  // namespace allfold::select
