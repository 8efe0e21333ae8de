#include "comparison/value_text.hpp"

#include <algorithm>
#include <limits>

#include "comparison/parts.hpp"
#include "text/format.hpp"

namespace allfold::comparison {

namespace {

template <class T>
std::string text_of_number(T value) {
  if constexpr (std::is_same_v<T, long double> || std::is_same_v<T, ops::Float128>)
    return text::format("{:.{}g}", static_cast<long double>(value),
                        std::numeric_limits<long double>::max_digits10);
  else if constexpr (sizeof(T) == 1)
    return text::format("{}", static_cast<int>(value));
  else
    return text::format("{}", value);
}

template <class Element>
std::string text_of_element(const std::byte* element) {
  using T = typename Element::Type;
  if constexpr (Element::kind == ops::ElementKind::complex) {
    using Real = decltype(T::re);
    return text::format("({}, {})", text_of_number(loaded<Real>(element)),
                        text_of_number(loaded<Real>(element + offsetof(T, im))));
  } else if constexpr (Element::kind == ops::ElementKind::pair) {
    return text::format("({}, {})", text_of_number(loaded<decltype(T::value)>(element)),
                        text_of_number(loaded<decltype(T::index)>(element + offsetof(T, index))));
  } else {
    return text_of_number(loaded<T>(element));
  }
}

std::string text_of_bytes(const std::byte* bytes, std::size_t count) {
  constexpr std::size_t most = 16;
  std::string text = "0x";
  for (std::size_t i = 0; i < std::min(count, most); ++i)
    text += text::format("{:02x}", static_cast<unsigned>(bytes[i]));
  return count > most ? text + "..." : text;
}

}  // namespace

std::string text_of(const Form& form, const void* element) {
  const auto* bytes = static_cast<const std::byte*>(element);
  if (!form.element) return text_of_bytes(bytes, form.stride);
  return visited<std::string>(
      *form.element, [&]<class Element>(Element) { return text_of_element<Element>(bytes); });
}

}  // namespace allfold::comparison
