/// @file The request for a measurement, as written and as checked.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "command/measure/native_algorithm.hpp"
#include "command/measure/operand.hpp"
#include "command/tables.hpp"

namespace allfold::command::measure {

/// The options as written.
struct Request {
  std::string collective = "both";  ///< Allreduce and Reduce, which most programs make
  std::string ranks = {};           ///< empty: all ranks of the job at once
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
  back_to_back,  ///< back-to-back calls between two readings of the clock
  separated,     ///< single calls, which all ranks start together
  fresh,         ///< the same, on vectors that each rank has just written
  cold,          ///< like `fresh`, after the rank has gone through other data
};

[[nodiscard]] std::string name_of(Timing timing);

/// One collective, and the candidates that serve it.
struct Match {
  schedule::Collective collective;
  const NativeAlgorithm* native = nullptr;  ///< null: the MPI library's choice
  /// Further algorithms of the MPI library to be measured, too.
  std::vector<const NativeAlgorithm*> others = {};
  /// Further candidates of Allfold's besides `algorithm`: kernels, or rules such as "rules:none".
  std::vector<std::string> also = {};
};

/// The value of ALLFOLD_RULES in "rules:VALUE"; "" if the candidate has another form.
[[nodiscard]] std::string_view rules_in(std::string_view candidate);

/// The checked request.
struct Setup {
  std::vector<Match> matches;
  std::vector<Timing> timings;
  std::vector<int> ranks = {};  ///< ascending; empty: as many as the job has
  std::vector<int> counts;      ///< numbers of elements
  const ElementType* type = nullptr;
  const Operation* op = nullptr;
  std::string algorithm;
  double seconds = 0;
  int root = 0;
  bool in_place = false;
  std::vector<std::string> notes;  ///< shown to the user with the results
};

/// Checks the request. Throws UsageError.
[[nodiscard]] Setup understand(const Request& request);

/// The numbers of ranks to measure in a job of `job` ranks, ascending. Throws UsageError if the job
/// has too few, also for the root.
[[nodiscard]] std::vector<int> numbers_of_ranks(const Setup& setup, int job);

/// A table of Allfold's algorithms and their counterparts in the MPI library.
[[nodiscard]] std::string counterpart_table(TableStyle style);

/// The type that --type names. Throws UsageError.
[[nodiscard]] const ElementType& find_type(std::string_view name);
/// The operation that --op names, or the type's default if `name` is empty. Throws UsageError, also
/// if the operation does not apply to the type.
[[nodiscard]] const Operation& find_operation(std::string_view name, const ElementType& type);

}  // namespace allfold::command::measure
