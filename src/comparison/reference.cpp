#include "comparison/reference.hpp"

#include "comparison/magnitudes.hpp"
#include "comparison/parts.hpp"
#include "ops/loops.hpp"

namespace allfold::comparison {

namespace {

/// The type in which numbers of type Real are added and multiplied.
template <class Real>
using Wide = std::conditional_t<std::is_same_v<Real, ops::Float128>, Real, long double>;

/// A sum with a correction for its rounding errors (Neumaier 1974).
template <class Number>
class CompensatedSum {
 public:
  void add(Number x) {
    const Number sum = sum_ + x;
    rest_ += absolute(sum_) < absolute(x) ? (x - sum) + sum_ : (sum_ - sum) + x;
    sum_ = sum;
  }
  [[nodiscard]] Number value() const { return is_finite(rest_) ? sum_ + rest_ : sum_; }

 private:
  Number sum_ = 0;
  Number rest_ = 0;
};

template <class Real>
void add_up(std::span<const void* const> inputs, std::int64_t numbers, std::byte* into) {
  for (std::int64_t i = 0; i < numbers; ++i) {
    const std::int64_t at = i * static_cast<std::int64_t>(sizeof(Real));
    CompensatedSum<Wide<Real>> sum;
    for (const void* input : inputs)
      sum.add(static_cast<Wide<Real>>(loaded<Real>(static_cast<const std::byte*>(input) + at)));
    const auto rounded = static_cast<Real>(sum.value());
    std::memcpy(into + at, &rounded, sizeof rounded);
  }
}

template <class Real>
ops::ComplexOf<Wide<Real>> product(ops::ComplexOf<Wide<Real>> a, ops::ComplexOf<Real> b) {
  const auto re = static_cast<Wide<Real>>(b.re);
  const auto im = static_cast<Wide<Real>>(b.im);
  return {.re = a.re * re - a.im * im, .im = a.re * im + a.im * re};
}

template <class Real>
void multiply(std::span<const void* const> inputs, std::int64_t elements, std::byte* into,
              Real /*of*/) {
  for (std::int64_t i = 0; i < elements; ++i) {
    const std::int64_t at = i * static_cast<std::int64_t>(sizeof(Real));
    Wide<Real> all = 1;
    for (const void* input : inputs)
      all *= static_cast<Wide<Real>>(loaded<Real>(static_cast<const std::byte*>(input) + at));
    const auto rounded = static_cast<Real>(all);
    std::memcpy(into + at, &rounded, sizeof rounded);
  }
}
template <class Real>
void multiply(std::span<const void* const> inputs, std::int64_t elements, std::byte* into,
              ops::ComplexOf<Real> /*of*/) {
  using T = ops::ComplexOf<Real>;
  for (std::int64_t i = 0; i < elements; ++i) {
    const std::int64_t at = i * static_cast<std::int64_t>(sizeof(T));
    ops::ComplexOf<Wide<Real>> all{.re = 1, .im = 0};
    for (const void* input : inputs)
      all = product<Real>(all, loaded<T>(static_cast<const std::byte*>(input) + at));
    const T rounded{.re = static_cast<Real>(all.re), .im = static_cast<Real>(all.im)};
    std::memcpy(into + at, &rounded, sizeof rounded);
  }
}

/// Computes the result if it is a sum or product of floating-point numbers. Returns whether it is.
template <class Element>
bool reduced_widely(const Form& form, std::span<const void* const> inputs, std::int64_t elements,
                    std::byte* into) {
  using T = typename Element::Type;
  if constexpr (Element::kind == ops::ElementKind::floating) {
    if (form.rule == Rule::sum) add_up<T>(inputs, elements, into);
  } else if constexpr (Element::kind == ops::ElementKind::complex) {
    if (form.rule == Rule::sum) add_up<decltype(T::re)>(inputs, 2 * elements, into);
  }
  if constexpr (Element::kind == ops::ElementKind::floating ||
                Element::kind == ops::ElementKind::complex)
    if (form.rule == Rule::product) multiply(inputs, elements, into, T{});
  return form.rule == Rule::sum || form.rule == Rule::product;
}

}  // namespace

std::vector<std::byte> reference_of(ops::ReductionOp op, const Form& form,
                                    std::span<const void* const> inputs, std::int64_t elements) {
  std::vector<std::byte> result(static_cast<std::size_t>(elements) * form.stride);
  const bool is_done = visited<bool>(*form.element, [&]<class Element>(Element) {
    return reduced_widely<Element>(form, inputs, elements, result.data());
  });
  if (!is_done)
    ops::find_loop(op, *form.element)
        ->reduce_many(result.data(), inputs, static_cast<std::size_t>(elements));
  return result;
}

std::vector<std::byte> magnitudes_of_all(const Form& form, std::span<const void* const> inputs,
                                         std::int64_t elements) {
  const MagnitudeForm magnitudes = magnitudes_of(form, elements);
  std::vector<std::byte> all(magnitudes.bytes());
  if (magnitudes.count == 0) return all;
  const int ranks = static_cast<int>(inputs.size());
  std::vector<std::byte> of_rank(all.size());
  const ops::Loop* loop = ops::find_loop(magnitudes.op, magnitudes.element);
  for (std::size_t rank = 0; rank < inputs.size(); ++rank) {
    fill_magnitudes(form, ranks, inputs[rank], elements, rank == 0 ? all.data() : of_rank.data());
    if (rank > 0)
      loop->reduce(all.data(), all.data(), of_rank.data(),
                   static_cast<std::size_t>(magnitudes.count));
  }
  return all;
}

}  // namespace allfold::comparison
