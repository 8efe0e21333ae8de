/// @file The values of variables: how they are read and written.
///
/// Each function set_...() reads a value, and returns what is wrong with it, as Variable::set.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "select/configuration.hpp"
#include "text/format.hpp"
#include "text/nearest.hpp"

namespace allfold::select {

/// The names of an enumeration's values, in their order.
template <class Value>
inline constexpr std::array<std::string_view, 0> names_of = {};
template <>
inline constexpr std::array<std::string_view, 3> names_of<Mode>{"auto", "native", "compare"};
template <>
inline constexpr std::array<std::string_view, 2> names_of<Tuning>{"off", "online"};
template <>
inline constexpr std::array<std::string_view, 2> names_of<DeviceCalls>{"staged", "native"};
template <>
inline constexpr std::array<std::string_view, 2> names_of<Unused>{"silent", "say"};
template <>
inline constexpr std::array<std::string_view, 3> names_of<UserOperations>{"auto", "whole",
                                                                          "elementwise"};

/// Sets a value of an enumeration by its name.
template <class Value>
[[nodiscard]] std::string set_by_name(Value& value, std::string_view name) {
  const auto* const named = std::ranges::find(names_of<Value>, name);
  if (named == names_of<Value>.end())
    return text::format("invalid value '{}': expected {}", name,
                        text::alternatives(names_of<Value>));
  value = static_cast<Value>(named - names_of<Value>.begin());
  return "";
}

template <class Value>
[[nodiscard]] std::string name_of_value(Value value) {
  return std::string(names_of<Value>[static_cast<std::size_t>(value)]);
}

/// `value`: auto, native, or an algorithm that serves the collective.
[[nodiscard]] std::string set_wish(Wish& wish, schedule::Collective collective,
                                   std::string_view value);
[[nodiscard]] std::string text_of(const Wish& wish);

/// 0 or 1.
[[nodiscard]] std::string set_switch(int& level, std::string_view value);
/// 0, 1 or 2.
[[nodiscard]] std::string set_verbose(int& level, std::string_view value);

/// 0, 1, or the name of a way, which implies 1.
[[nodiscard]] std::string set_node(Configuration& configuration, std::string_view value);
[[nodiscard]] std::string text_of_node(const Configuration& configuration);

/// A number from 1 on.
[[nodiscard]] std::string set_shared_memory(std::int64_t& bytes, std::string_view value);
[[nodiscard]] std::string text_of_shared_memory(std::int64_t bytes);
[[nodiscard]] std::string set_compare_every(int& every, std::string_view value);

/// Patterns of programs, with commas between them.
[[nodiscard]] std::string set_patterns(std::string& patterns, std::string_view value);

/// The name of a file, or one of the words that `words` lists, such as "auto, none".
[[nodiscard]] std::string set_file(std::string& file, std::string_view words,
                                   std::string_view value);

}  // namespace allfold::select
