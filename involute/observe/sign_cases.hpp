// SPDX-License-Identifier: Apache-2.0
// What an expression can be where signs in it jump, as in if(x > 0, 1, 2): bounded for each case of
// the signs by itself, 1 or 2. Bounds of the expression as a whole contain more, since every place
// where a sign stands has its own there: gate(x, 1) + otherwise(x, 2) could be 0.
#pragma once

#include <vector>

#include "involute/expr/enclosure.hpp"
#include "involute/geometry/completed_system.hpp"

namespace involute {

class SignCases {
public:
    /// Of an expression with more signs than a few there are no cases.
    SignCases(CompletedSystem& completed, NodeId expression);

    /// The hull of all cases that are possible with these numbers (points, tops); `value`, the
    /// bounds of the whole, where there are none.
    Interval narrow(const Enclosure* in, const Interval& value);
    /// How much the value varies in one case at most: a jump from one to another is no doubt about
    /// the value.
    double width(const Enclosure* in, const Interval& value);

private:
    /// use(bounds) for every case that is possible.
    template <class Use>
    void visit(const Enclosure* in, const Use& use);

    struct Case {
        std::vector<int> signs{};  // of the arguments, -1, 0 or 1
        std::size_t output = 0;
    };

    std::size_t arguments_ = 0;  // the first outputs
    std::vector<Case> cases_{};
    Interpreter<Enclosure> bounds_{};
    std::vector<Enclosure> out_{}, work_{};
};

}  // namespace involute
