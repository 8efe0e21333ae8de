/// @file What is to be measured: as the user asks for it, and as it was understood.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "command/measure/native_algorithm.hpp"
#include "command/measure/operand.hpp"
#include "command/tables.hpp"

namespace allfold::command::measure {

/// The options, as they are written.
struct Request {
  std::string collective = "both";
  std::string ranks = {};  ///< empty: all of the job at once
  std::string sizes = "8:4m:4";
  std::string algorithm = "auto";
  std::vector<std::string> also = {};
  std::string native = {};  ///< empty: the counterpart of the algorithm
  std::string timing = "both";
  std::string type = "double";
  std::string op = {};  ///< empty: sum, or maxloc for pairs
  double seconds = 0.2;
  int root = 0;
  bool in_place = false;
  bool overhead = false;
  bool communicators = false;
  bool limits = false;
  bool counterparts = false;
  bool bandwidth = false;
  bool quiet = false;
  bool markdown = false;
  std::string json_file = {};
  std::string table_file = {};
};

enum class Timing {
  back_to_back,  ///< calls in a row between two readings of the clock
  separated,     ///< each call by itself, begun by all ranks together
  fresh,         ///< the same, of vectors that each rank has just written
  cold,          ///< the same, after the rank has gone through other data
};

[[nodiscard]] std::string name_of(Timing timing);

/// One collective, and who serves it.
struct Match {
  schedule::Collective collective;
  const NativeAlgorithm* native = nullptr;  ///< null: as the MPI library chooses
  /// More of its algorithms, each of which competes, too.
  std::vector<const NativeAlgorithm*> others = {};
  /// What else Allfold competes by, beside its algorithm: kernels, or rules as in "rules:none".
  std::vector<std::string> also = {};
};

/// The value of ALLFOLD_RULES that "rules:VALUE" stands for; "" if it is no such text.
[[nodiscard]] std::string_view rules_in(std::string_view candidate);

/// The request, found to make sense.
struct Setup {
  std::vector<Match> matches;
  std::vector<Timing> timings;
  std::vector<int> ranks = {};  ///< ascending; empty: as many as the job has
  std::vector<int> counts;      ///< of elements
  const ElementType* type = nullptr;
  const Operation* op = nullptr;
  std::string algorithm;
  double seconds = 0;
  int root = 0;
  bool in_place = false;
  std::vector<std::string> notes;  ///< what the user should know when reading the results
};

/// Throws UsageError.
[[nodiscard]] Setup understand(const Request& request);

/// The numbers of ranks to measure in a job of so many, ascending. Throws UsageError where it has
/// too few, also for the root.
[[nodiscard]] std::vector<int> numbers_of_ranks(const Setup& setup, int job);

/// The algorithms of Allfold and of the MPI library that can be set against each other.
[[nodiscard]] std::string counterpart_table(TableStyle style);

/// The type that --type names; throws UsageError.
[[nodiscard]] const ElementType& find_type(std::string_view name);
/// The operation that --op names, or the type's usual one where it names none; throws UsageError,
/// also where it does not reduce the type.
[[nodiscard]] const Operation& find_operation(std::string_view name, const ElementType& type);

}  // namespace allfold::command::measure
