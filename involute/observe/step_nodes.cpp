// SPDX-License-Identifier: Apache-2.0
#include "involute/observe/step_nodes.hpp"

#include <algorithm>
#include <cmath>

namespace involute {

template <class S>
std::vector<S> chebyshev_places(int intervals)
{
    using std::atan;
    using std::sin;
    const S quarter = atan(S(1));
    std::vector<S> places;
    for (int j = 0; j <= intervals; ++j) {
        // from the nearer end, so that the two halves are images of each other
        const int from_end = std::min(j, intervals - j);
        const S root = sin(S(2) * quarter * S(from_end) / S(intervals));
        places.push_back(from_end == j ? S(root * root) : S(S(1) - root * root));
    }
    return places;
}

template <class S>
void interpolate_nodes(std::span<const S> places, const S* values, std::size_t count, S theta,
                       S* out)
{
    std::fill_n(out, count, S(0));
    const std::size_t last = places.size() - 1;
    S sum(0);
    for (std::size_t j = 0; j <= last; ++j) {
        const S apart = theta - places[j];
        const S* at = values + j * count;
        if (apart == S(0)) {
            std::copy_n(at, count, out);
            return;
        }
        const S weight = S(j % 2 == 0 ? 1 : -1) * S(j == 0 || j == last ? 0.5 : 1) / apart;
        sum += weight;
        for (std::size_t c = 0; c < count; ++c) out[c] += weight * at[c];
    }
    for (std::size_t c = 0; c < count; ++c) out[c] /= sum;
}

template std::vector<double> chebyshev_places(int);
template std::vector<Quad> chebyshev_places(int);
template void interpolate_nodes(std::span<const double>, const double*, std::size_t, double,
                                double*);
template void interpolate_nodes(std::span<const Quad>, const Quad*, std::size_t, Quad, Quad*);

}  // namespace involute
