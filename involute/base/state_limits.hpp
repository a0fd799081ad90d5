// SPDX-License-Identifier: Apache-2.0
// What is put back need not be what was written: a checkpoint can be edited. Lengths and indices on
// which memory is reached are visited with what they must be.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "involute/base/error.hpp"
#include "involute/base/state.hpp"

namespace involute {

/// Throws where what was put back cannot be.
inline void require(const State& state, bool holds, std::string_view name)
{
    if (state.restoring() && !holds)
        throw Error(Diagnostic{.message = "the state is damaged, or not of this run: `" +
                                          std::string(name) + "` is not what was expected"});
}

/// An index, or a value of an enumeration: one of 0 .. below - 1.
template <class T>
void visit_below(State& state, std::string_view name, T& value, std::size_t below)
{
    state(name, value);
    const auto whole = static_cast<long long>(value);
    require(state, whole >= 0 && std::size_t(whole) < below, name);
}

/// A list whose length is fixed by what it belongs to; an empty one has not got it yet.
template <class T>
void visit_sized(State& state, std::string_view name, std::vector<T>& values)
{
    const std::size_t length = values.size();
    state(name, values);
    require(state, length == 0 || values.size() == length, name);
}

/// A list that is empty, or has this length.
template <class T>
void visit_list(State& state, std::string_view name, std::vector<T>& values, std::size_t length)
{
    state(name, values);
    require(state, values.empty() || values.size() == length, name);
}

}  // namespace involute
