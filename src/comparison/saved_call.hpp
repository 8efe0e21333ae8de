/// @file Saved call: the inputs of all ranks of a call whose two results cannot both be correct.
///
/// The file starts with two lines of text, the name of the format and a header in JSON. The inputs
/// of all ranks, the native result and Allfold's result follow, in their in-memory form.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "comparison/rule.hpp"
#include "schedule/collective.hpp"

namespace allfold::comparison {

struct SavedCall {
  schedule::Collective collective = schedule::Collective::allreduce;
  int ranks = 1;
  int nodes = 1;
  int root = 0;
  std::int64_t count = 0;  ///< elements
  bool is_in_place = false;
  std::string operation = {};  ///< "MPI_SUM"
  std::string type = {};       ///< "MPI_DOUBLE"
  ops::ReductionOp op = ops::ReductionOp::sum;
  ops::ElementType element = ops::ElementType::float64;
  std::string algorithm = {};  ///< that Allfold used
  std::string reason = {};     ///< why it was chosen
  std::string program = {};    ///< the name of the program
  std::string library = {};    ///< the MPI library
  std::int64_t call = 0;       ///< its number on its communicator, from 1
  int seen_by = 0;             ///< the rank whose results were saved
  std::int64_t mismatch = 0;   ///< the first element outside the bound
  /// The vectors: the inputs by rank, the native result and Allfold's result. Each has `count`
  /// elements with the stride of `element`.
  std::string vectors = {};

  [[nodiscard]] Form form() const { return form_of(op, element); }
  /// Bytes of one vector.
  [[nodiscard]] std::size_t vector_bytes() const;
  [[nodiscard]] std::vector<const void*> inputs() const;
  [[nodiscard]] const void* native_result() const { return vector(ranks); }
  [[nodiscard]] const void* allfold_result() const { return vector(ranks + 1); }

 private:
  [[nodiscard]] const void* vector(int number) const;
};

/// Limit on the bytes of vectors that are saved or read.
inline constexpr std::size_t most_bytes_of_vectors = std::size_t{256} << 20U;
/// Limit on the bytes of a file that is read.
inline constexpr std::size_t most_bytes_of_file = most_bytes_of_vectors + (std::size_t{1} << 16U);

/// The two lines of text.
[[nodiscard]] std::string text_of_header(const SavedCall& call);
/// The whole content of the file.
[[nodiscard]] std::string text_of(const SavedCall& call);

/// Parses the whole content. If it is invalid, returns nothing and sets `problem` to text of the
/// form "problem: what was expected; what to do".
[[nodiscard]] std::optional<SavedCall> parse(std::string_view content, std::string& problem);
/// Parses only the two lines of text, and removes them from the front of `content`. The call has no
/// vectors.
[[nodiscard]] std::optional<SavedCall> parse_header(std::string_view& content,
                                                    std::string& problem);

}  // namespace allfold::comparison
