// SPDX-License-Identifier: Apache-2.0
// Bytes as a small system and what is asked of it: every string of bytes is one, most of them are
// models that can be read, and a byte more or less changes one thing.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "involute/options/solve_options.hpp"

namespace fuzz {

/// Bytes as choices, the first one for ever when they are used up.
class Choices {
public:
    explicit Choices(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

    int below(int many)
    {
        if (bytes_.empty()) return 0;
        const int byte = bytes_.front();
        bytes_ = bytes_.subspan(1);
        return byte % many;
    }
    bool once_in(int many) { return below(many) == many - 1; }
    template <class T, std::size_t n>
    const T& one_of(const T (&list)[n])
    {
        return list[below(int(n))];
    }

private:
    std::span<const std::uint8_t> bytes_;
};

/// What is asked comes first, so that a change of the model leaves it as it is.
involute::SolveOptions made_options(Choices& choices);

/// A model of up to three unknowns: differential equations, constraints, mechanisms, implicit and
/// redundant equations, kinks; sections, events, invariants; starts and guesses.
std::string made_model(Choices& choices);

}  // namespace fuzz
