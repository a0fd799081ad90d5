// SPDX-License-Identifier: Apache-2.0
// Tops (multipliers, highest derivatives) follow from p. Values given for them must agree, and may
// help to choose p.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "involute/project/nearest.hpp"
#include "involute/project/start_wishes.hpp"

namespace involute {

template <class S>
class GivenTops {
public:
    GivenTops(Geometry<S>& geometry, Scale part, const Wishes& wishes, std::vector<int> rows);

    bool given() const { return !tops_.empty(); }
    /// Looks how large tops are around p: how much they change as p moves by a part of its size.
    void measure(const std::vector<S>& p, const std::vector<S>& z);
    /// Whether z has the given tops, to round-off.
    bool agree(const std::vector<S>& z) const;
    /// Moves p, of which the given values are held, to a point whose tops are the given ones; false
    /// if none was found, and then nothing has changed.
    bool reach(std::vector<S>& p, std::vector<S>& z);
    struct Difference {
        std::string given{}, found{};  // "lambda = 5", "lambda = 1.8"
    };
    /// A given top that differs from z beyond rounding; a smaller difference is a notice.
    std::optional<Difference> difference(const std::vector<S>& z,
                                         std::vector<std::string>& notices) const;

private:
    bool newton(std::vector<S>& q, std::vector<S>& z);

    Geometry<S>& geometry_;
    const CompletedSystem& c_;
    Scale part_;
    const Wishes& wishes_;
    std::vector<int> rows_;       // a start must satisfy
    std::vector<int> tops_;       // unknowns whose top is given
    std::vector<double> floors_;  // of every top: what counts as zero beside it
    NearestPoint<S> nearest_;
};

extern template class GivenTops<double>;
extern template class GivenTops<Quad>;

}  // namespace involute
