#include "reductions/layouts.h"

#include <algorithm>
#include <cstring>

#include "support/random.h"

namespace allfold_test {
namespace {

constexpr std::ptrdiff_t column = 4 * most_elements;

Matrix read(const Layout& layout, const void* base, std::size_t element) {
  Matrix matrix;
  for (std::size_t k = 0; k < 4; ++k) {
    std::memcpy(&matrix[k], static_cast<const std::byte*>(base) + layout.offset(element, k), 4);
  }
  return matrix;
}

void store(const Layout& layout, void* base, std::size_t element, const Matrix& matrix) {
  for (std::size_t k = 0; k < 4; ++k) {
    std::memcpy(static_cast<std::byte*>(base) + layout.offset(element, k), &matrix[k], 4);
  }
}

struct Span {
  std::ptrdiff_t first;
  std::ptrdiff_t end;
};

Span span(const Layout& layout, std::size_t count) {
  const auto [lowest, highest] =
      std::minmax_element(layout.displacement.begin(), layout.displacement.end());
  const std::ptrdiff_t last = static_cast<std::ptrdiff_t>(count - 1) * layout.extent;
  return {std::min<std::ptrdiff_t>(0, last) + *lowest,
          std::max<std::ptrdiff_t>(0, last) + *highest + 4};
}

MPI_Datatype blocks_at(const std::array<std::ptrdiff_t, 4>& displacement) {
  std::array<MPI_Aint, 4> displacements;
  std::copy(displacement.begin(), displacement.end(), displacements.begin());
  MPI_Datatype datatype;
  MPI_Type_create_hindexed_block(4, 1, displacements.data(), MPI_UINT32_T, &datatype);
  return datatype;
}

MPI_Datatype contiguous() {
  MPI_Datatype datatype;
  MPI_Type_contiguous(4, MPI_UINT32_T, &datatype);
  return datatype;
}

MPI_Datatype strided() {
  MPI_Datatype datatype;
  MPI_Type_vector(4, 1, 2, MPI_UINT32_T, &datatype);
  return datatype;
}

MPI_Datatype resized(MPI_Datatype old, MPI_Aint lower_bound, MPI_Aint extent) {
  MPI_Datatype datatype;
  MPI_Type_create_resized(old, lower_bound, extent, &datatype);
  MPI_Type_free(&old);
  return datatype;
}

void commit(std::vector<Layout>& layouts) {
  for (Layout& layout : layouts) {
    MPI_Type_commit(&layout.datatype);
    MPI_Aint lower_bound;
    MPI_Aint extent;
    MPI_Type_get_extent(layout.datatype, &lower_bound, &extent);
    EXPECT_EQ(extent, layout.extent) << layout.name;
  }
}

}  // namespace

Matrix product(const Matrix& a, const Matrix& b) {
  return {a[0] * b[0] + a[1] * b[2], a[0] * b[1] + a[1] * b[3], a[2] * b[0] + a[3] * b[2],
          a[2] * b[1] + a[3] * b[3]};
}

Matrix sum(const Matrix& a, const Matrix& b) {
  return {a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3]};
}

Matrix random_matrix(int rank, std::size_t index) {
  const std::uint64_t upper = random_word(rank, index, 1);
  const std::uint64_t lower = random_word(rank, index, 2);
  // Odd on the diagonal, even elsewhere: the matrix is invertible, so no factor is ever lost.
  return {static_cast<std::uint32_t>(upper) | 1, static_cast<std::uint32_t>(upper >> 32) & ~1u,
          static_cast<std::uint32_t>(lower) & ~1u, static_cast<std::uint32_t>(lower >> 32) | 1};
}

std::vector<Layout> make_layouts() {
  using Displacement = std::array<std::ptrdiff_t, 4>;
  const Displacement dense = {0, 4, 8, 12};
  const Displacement scattered = {24, 0, 12, 4};
  const Displacement below = {-12, -4, 4, 20};
  const Displacement beyond = {32, 36, 40, 44};
  const Displacement columns = {0, column, 2 * column, 3 * column};
  std::vector<Layout> layouts = {
      {"contiguous", contiguous(), dense, 16},
      {"strided, with gaps", strided(), {0, 8, 16, 24}, 28},
      {"out of order, with gaps", blocks_at(scattered), scattered, 28},
      {"negative lower bound", blocks_at(below), below, 36},
      {"lower bound below the data", resized(contiguous(), -16, 64), dense, 64},
      {"lower bound above the data", resized(contiguous(), 8, 24), dense, 24},
      {"data beyond the lower bound", resized(blocks_at(beyond), 0, 64), beyond, 64},
      {"data outside the bounds", resized(blocks_at(beyond), 0, 16), beyond, 16},
      {"extent of a page", resized(contiguous(), 0, 4096), dense, 4096},
      {"interleaved: columns of a matrix", resized(blocks_at(columns), 0, 4), columns, 4},
  };
  commit(layouts);
  return layouts;
}

std::vector<Layout> make_layouts_with_negative_extent() {
  const std::array<std::ptrdiff_t, 4> dense = {0, 4, 8, 12};
  const std::array<std::ptrdiff_t, 4> below = {-12, -4, 4, 20};
  constexpr std::array<std::ptrdiff_t, 4> columns = {0, column, 2 * column, 3 * column};
  std::vector<Layout> layouts = {
      {"dense, backwards", resized(contiguous(), 0, -16), dense, -16},
      {"with gaps, backwards", resized(blocks_at(below), 24, -40), below, -40},
      {"interleaved, backwards", resized(blocks_at(columns), 0, -4), columns, -4},
  };
  commit(layouts);
  return layouts;
}

void free_layouts(std::vector<Layout>& layouts) {
  for (Layout& layout : layouts) MPI_Type_free(&layout.datatype);
  layouts.clear();
}

LaidOut::LaidOut(const Layout& layout, std::size_t count)
    : layout_(layout),
      count_(count),
      first_(span(layout, count).first),
      buffer_(static_cast<std::size_t>(span(layout, count).end - first_)) {}

void LaidOut::write(const std::vector<Matrix>& elements) {
  for (std::size_t i = 0; i < count_; ++i) store(layout_, address(), i, elements[i]);
}

testing::AssertionResult LaidOut::holds_only(const std::vector<Matrix>& elements) const {
  LaidOut expected(layout_, count_);
  for (std::size_t i = 0; i < elements.size(); ++i) {
    store(layout_, expected.address(), i, elements[i]);
    const Matrix got = read(layout_, address(), i);
    if (got != elements[i]) {
      return testing::AssertionFailure() << "element " << i << " is " << testing::PrintToString(got)
                                         << ", not " << testing::PrintToString(elements[i]);
    }
  }
  const std::byte* const begin = buffer_.data();
  const std::byte* const end = begin + buffer_.size();
  const std::byte* const wrong = std::mismatch(begin, end, expected.buffer_.data()).first;
  if (wrong != end) {
    return testing::AssertionFailure() << "a gap was written, at byte " << wrong - begin + first_;
  }
  return buffer_.intact();
}

void combine_laid_out(const std::vector<Layout>& layouts, Combined combined, void* in, void* inout,
                      int length, MPI_Datatype datatype) {
  const auto layout = std::find_if(layouts.begin(), layouts.end(),
                                   [&](const Layout& each) { return each.datatype == datatype; });
  ASSERT_NE(layout, layouts.end()) << "the operation was given another datatype than the call";
  for (std::size_t i = 0; i < static_cast<std::size_t>(length); ++i) {
    store(*layout, inout, i, combined(read(*layout, in, i), read(*layout, inout, i)));
  }
}

}  // namespace allfold_test
