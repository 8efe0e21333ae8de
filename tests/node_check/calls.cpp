#include "node_check/calls.hpp"

#include <cstring>
#include <numeric>
#include <span>

#include "exec/layout.hpp"
#include "node_check/processor.hpp"

namespace allfold::testing {

namespace {

/// Of the tree F of these operands.
std::uint64_t reduced(std::span<const std::uint64_t> operands) {
  if (operands.size() == 1) return operands.front();
  const auto left =
      static_cast<std::size_t>(node::left_in_tree_f(static_cast<int>(operands.size())));
  return operated(reduced(operands.first(left)), reduced(operands.subspan(left)));
}

std::uint64_t reduced_by_levels(std::vector<std::uint64_t> values,
                                const node::Hierarchy& hierarchy) {
  std::vector<int> starts(values.size());
  std::iota(starts.begin(), starts.end(), 0);
  const auto ranks = static_cast<int>(values.size());
  for (const node::Hierarchy::Level& level : hierarchy.levels) {
    std::vector<std::uint64_t> above;
    std::size_t next = 0;
    for (std::size_t cluster = 0; cluster < level.starts.size(); ++cluster) {
      const std::size_t first = next;
      while (next < starts.size() && starts[next] < level.end(cluster, ranks)) ++next;
      above.push_back(reduced(std::span(values).subspan(first, next - first)));
    }
    values = std::move(above);
    starts = level.starts;
  }
  return reduced(values);
}

}  // namespace

std::uint64_t operated(std::uint64_t left, std::uint64_t right) {
  std::uint64_t both = left * 0x9e3779b97f4a7c15U + (right ^ 0x5851f42d4c957f2dU);
  both ^= both >> 29U;
  return both * 0xbf58476d1ce4e5b9U;
}

std::uint64_t input_of(std::size_t rank, std::size_t call, std::int64_t element) {
  return operated(rank * 1000 + call, static_cast<std::uint64_t>(element));
}

std::vector<std::uint64_t> result_of(const CheckedCall& call, std::size_t number,
                                     const node::Hierarchy& hierarchy) {
  const bool is_by_rank =
      call.order == schedule::OperandOrder::rank_order && !hierarchy.is_in_rank_order();
  std::vector<std::uint64_t> results;
  for (std::int64_t element = 0; element < call.count; ++element) {
    std::vector<std::uint64_t> values;
    for (std::size_t place = 0; place < hierarchy.ranks.size(); ++place)
      values.push_back(input_of(
          is_by_rank ? place : static_cast<std::size_t>(hierarchy.ranks[place]), number, element));
    results.push_back(is_by_rank ? reduced(values) : reduced_by_levels(values, hierarchy));
  }
  return results;
}

std::uint64_t read_element(const void* from) {
  node_check::read(from, element_bytes);
  std::uint64_t value = 0;
  std::memcpy(&value, from, sizeof value);
  return value;
}

void write_element(void* into, std::uint64_t value) {
  node_check::write(into, &value, sizeof value);
}

void CheckedArithmetic::loop(void* into, const void* left, const void* right,
                             std::size_t elements) {
  const std::size_t bytes = elements * element_bytes;
  node_check::read(left, bytes);
  node_check::read(right, bytes);
  std::vector<std::uint64_t> results(elements);
  for (std::size_t i = 0; i < elements; ++i) {
    std::uint64_t one = 0;
    std::uint64_t other = 0;
    std::memcpy(&one, static_cast<const std::byte*>(left) + i * element_bytes, sizeof one);
    std::memcpy(&other, static_cast<const std::byte*>(right) + i * element_bytes, sizeof other);
    results[i] = operated(one, other);
  }
  node_check::write(into, results.data(), bytes);
}

exec::Status CheckedArithmetic::reduce(void* into, const void* left, const void* right,
                                       std::int64_t elements) {
  if (extent_ == element_bytes)
    loop(into, left, right, static_cast<std::size_t>(elements));
  else
    for (std::int64_t i = 0; i < elements; ++i)
      write_element(exec::moved(into, i * extent_),
                    operated(read_element(exec::moved(left, i * extent_)),
                             read_element(exec::moved(right, i * extent_))));
  return elements > 0 ? status_ : exec::success;
}

exec::Status CheckedArithmetic::copy(void* into, const void* from, std::int64_t elements) {
  if (extent_ == element_bytes)
    node_check::copy_bytes(into, from, static_cast<std::size_t>(elements * element_bytes));
  else
    for (std::int64_t i = 0; i < elements; ++i)
      write_element(exec::moved(into, i * extent_), read_element(exec::moved(from, i * extent_)));
  return exec::success;
}

exec::Status CheckedPacking::pack(void* shared, const void* own, std::int64_t elements) {
  for (std::int64_t i = 0; i < elements; ++i)
    write_element(exec::moved(shared, i * element_bytes),
                  read_element(exec::moved(own, i * extent_)));
  return exec::success;
}

exec::Status CheckedPacking::unpack(void* own, const void* shared, std::int64_t elements) {
  for (std::int64_t i = 0; i < elements; ++i)
    write_element(exec::moved(own, i * extent_),
                  read_element(exec::moved(shared, i * element_bytes)));
  return exec::success;
}

}  // namespace allfold::testing
