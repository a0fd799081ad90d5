// SPDX-License-Identifier: Apache-2.0
// Tops (multipliers, highest derivatives) follow from p. Values given for them must agree, and may
// help to choose p.
#pragma once

#include <string>
#include <vector>

#include "involute/project/nearest.hpp"
#include "involute/project/start_wishes.hpp"

namespace involute {

template <class S>
class GivenTops {
public:
    GivenTops(Geometry<S>& geometry, Scale scale, const Wishes& wishes, std::vector<int> rows);

    /// Whether z has the given tops, to round-off.
    bool agree(const std::vector<S>& z) const;
    /// Moves p, of which the given values are held, to a point whose tops are the given ones; false
    /// if none was found, and then nothing has changed.
    bool reach(std::vector<S>& p, std::vector<S>& z);
    /// Empty, or which given top contradicts z beyond rounding; a smaller difference is a notice.
    std::string contradiction(const std::vector<S>& z, std::vector<std::string>& notices) const;

private:
    bool newton(std::vector<S>& q, std::vector<S>& z);

    Geometry<S>& geometry_;
    const CompletedSystem& c_;
    Scale scale_;
    const Wishes& wishes_;
    std::vector<int> rows_;  // a start must satisfy
    std::vector<int> tops_;  // unknowns whose top is given
    NearestPoint<S> nearest_;
};

extern template class GivenTops<double>;
extern template class GivenTops<Quad>;

}  // namespace involute
