// SPDX-License-Identifier: Apache-2.0
// The value of an input from its points, by other formulas than runs use: bends (second
// derivatives) instead of slopes, and no index.
#pragma once

#include <vector>

#include "involute/expr/input_table.hpp"
#include "involute/witness/tree_value.hpp"

namespace involute {

class WrittenInput {
public:
    explicit WrittenInput(const Input& input);

    /// So many Taylor coefficients at x. A breakpoint is a kink: what is on its sides differs.
    template <class S>
    TreeValue<S> at(const S& x, std::size_t length) const;

private:
    std::vector<Quad> around(const Quad& x, bool& at_breakpoint) const;

    Input input_;
    std::vector<Quad> bends_{};  // of a cubic table, at its points
};

extern template TreeValue<double> WrittenInput::at(const double&, std::size_t) const;
extern template TreeValue<Quad> WrittenInput::at(const Quad&, std::size_t) const;

}  // namespace involute
