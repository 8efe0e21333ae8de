// Derived datatypes of four MPI_UINT32_T, in all layouts that have broken an MPI library, and
// operations on them that find the four words in each layout.
#ifndef ALLFOLD_TESTS_MPI_REDUCTIONS_LAYOUTS_H
#define ALLFOLD_TESTS_MPI_REDUCTIONS_LAYOUTS_H

#include <gtest/gtest.h>
#include <mpi.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "support/buffers.h"

namespace allfold_test {

// A 2 x 2 matrix modulo 2^32.
using Matrix = std::array<std::uint32_t, 4>;

Matrix product(const Matrix& a, const Matrix& b);  // not commutative
Matrix sum(const Matrix& a, const Matrix& b);      // commutative
Matrix random_matrix(int rank, std::size_t index);

// `displacement` and `extent` repeat what `datatype` defines, so that the tests do not ask the MPI
// library where the data is.
struct Layout {
  std::string name;
  MPI_Datatype datatype;
  std::array<std::ptrdiff_t, 4> displacement;
  std::ptrdiff_t extent;

  std::ptrdiff_t offset(std::size_t element, std::size_t component) const {
    return static_cast<std::ptrdiff_t>(element) * extent + displacement[component];
  }
};

// The elements of an interleaved layout (extent 4, true extent of several elements) lie in each
// other's gaps, which have room for this many.
constexpr std::size_t most_elements = 64;

// Committed datatypes. The caller frees them.
std::vector<Layout> make_layouts();
std::vector<Layout> make_layouts_with_negative_extent();
void free_layouts(std::vector<Layout>& layouts);

// `count` elements in a guarded buffer that begins and ends with the data, not with the lower and
// upper bounds.
class LaidOut {
 public:
  LaidOut(const Layout& layout, std::size_t count);

  void* address() const { return buffer_.data() - first_; }  // the address for an MPI call
  void write(const std::vector<Matrix>& elements);
  void forbid_writing() const { buffer_.forbid_writing(); }

  // Whether it holds exactly these elements, and filler in all gaps and around them.
  testing::AssertionResult holds_only(const std::vector<Matrix>& elements) const;

 private:
  const Layout& layout_;
  std::size_t count_;
  std::ptrdiff_t first_;  // offset of the first byte of data from element 0
  GuardedBuffer buffer_;
};

// The body of a user function. `datatype` must be one of the types above; it determines the layout.
using Combined = Matrix (*)(const Matrix&, const Matrix&);
void combine_laid_out(const std::vector<Layout>& layouts, Combined combined, void* in, void* inout,
                      int length, MPI_Datatype datatype);

}  // namespace allfold_test

#endif
